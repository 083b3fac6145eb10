"""The Spark session of a run."""

from __future__ import annotations

import os
import shutil
import sys
import time
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pyspark
from pyspark.sql import SparkSession

from .program import ARCHIVE, Program, ProgramError, archive, executor, version_of, working_version, wrong_version

MASTER = "local-cluster[2,1,1024]"
"""Two executors with one core each, on this machine."""


@dataclass(frozen=True)
class Cluster:
    """The executors, and the program on them."""

    program: str
    """The path of the program on the driver."""
    image: str | None = None
    """The path of the program in the image of the executors; None to send it to them."""
    master: str = MASTER
    configuration: dict[str, str] = field(default_factory=dict)
    """Settings of Spark."""
    attempts: int = 4
    """How often the feeds of a task are polled, if its executors are lost."""


@contextmanager
def session(cluster: Cluster) -> Iterator[tuple[SparkSession, Program]]:
    """Opens a session in which tasks are tried again, and never run twice at the same time, and whose executors have the program."""
    master = cluster.master
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(master).appName("aggregate")
    settings = {
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
        "spark.scheduler.minRegisteredResourcesRatio": "1.0",
        # Without it, the driver would wait forever for a result for which it had no memory.
        "spark.driver.extraJavaOptions": "-XX:+ExitOnOutOfMemoryError",
        # The progress bar would hide messages.
        "spark.ui.showConsoleProgress": "false",
    }
    if master.startswith("local"):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        settings |= {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.sql.shuffle.partitions": "8"}
    settings |= cluster.configuration
    settings |= {
        # Two attempts at the same time would send requests twice.
        "spark.speculation": "false",
        # More than the attempts that poll: a further one only reads the journal, so that a lost executor never ends the run.
        "spark.task.maxFailures": str(2 * cluster.attempts + 2),
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    try:
        with TemporaryDirectory() as folder:
            # The executors read these files when they start, which may be later.
            spark.sparkContext.addPyFile(str(_package(Path(folder))))
            yield spark, _program(spark, cluster, Path(folder))
    finally:
        application = spark.sparkContext.applicationId
        spark.stop()
        if master.startswith("local-cluster"):
            # The folders of the executors have copies of the program.
            shutil.rmtree(Path(pyspark.__file__).parent / "work" / application, ignore_errors=True)


def _package(folder: Path) -> Path:
    """Returns an archive of this package for the executors."""
    path, source = folder / "aggregate_spark.zip", Path(__file__).parent
    with zipfile.ZipFile(path, "w") as target:
        for file in sorted([*source.glob("*.py"), *source.glob("*.json")]):
            target.write(file, f"aggregate_spark/{file.name}")
    return path


def _program(spark: SparkSession, cluster: Cluster, folder: Path) -> Program:
    """Sends the program to the executors, unless their image has it, and checks its version there."""
    version = working_version(cluster.program)
    if not cluster.image:
        spark.sparkContext.addArchive(f"{archive(cluster.program, folder)}#{ARCHIVE}")
    program = Program(cluster.image, version)
    check_versions(spark, program)
    return program


def check_versions(spark: SparkSession, program: Program) -> None:
    """Raises an error that names all executors with another version. Executors that join later are checked before their first request."""
    cores = spark.sparkContext.defaultParallelism

    def version(_: Iterable[int]) -> Iterator[tuple[str, str]]:
        time.sleep(0.2)  # so that each executor gets a task
        yield executor(), version_of(tuple(program.command()))

    found = set(spark.sparkContext.parallelize(range(2 * cores), 2 * cores).mapPartitions(version).collect())
    wrong = [(name, other) for name, other in found if other != program.version]
    if wrong:
        raise ProgramError(wrong_version(wrong, program.version))
