"""Polls feeds on a cluster: Apache Spark runs the filters `aggregate work …`."""
