#!/usr/bin/env python3
"""An HTTP/2 server that refuses each request, or ends it without an answer, and reports each one.

usage: refusing_http2.py CERTIFICATE KEY CODE

CODE is the error code of its RST_STREAM frames (RFC 9113, section 7); 7 is REFUSED_STREAM. Prints its port, then a line for each
request. Ends with its standard input.
"""
import os
import socket
import ssl
import struct
import sys
import threading

SETTINGS, HEADERS, RST_STREAM = 4, 1, 3
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def frame(kind, flags, stream, payload=b""):
    return struct.pack("!I", len(payload))[1:] + bytes([kind, flags]) + struct.pack("!I", stream) + payload


def read(connection, count):
    data = b""
    while len(data) < count:
        piece = connection.recv(count - len(data))
        if not piece:
            raise EOFError
        data += piece
    return data


def serve(raw, context, code):
    try:
        with context.wrap_socket(raw, server_side=True) as connection:
            read(connection, len(PREFACE))
            connection.sendall(frame(SETTINGS, 0, 0))
            while True:
                head = read(connection, 9)
                length, kind, flags = int.from_bytes(head[:3], "big"), head[3], head[4]
                stream = int.from_bytes(head[5:9], "big") & 0x7FFFFFFF
                read(connection, length)
                if kind == SETTINGS and not flags & 1:
                    connection.sendall(frame(SETTINGS, 1, 0))
                elif kind == HEADERS:
                    print("request", flush=True)
                    connection.sendall(frame(RST_STREAM, 0, stream, struct.pack("!I", code)))
    except (OSError, EOFError):
        pass


def main(certificate, key, code):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)

    def accept():
        while True:
            raw, _ = listener.accept()
            threading.Thread(target=serve, args=(raw, context, int(code)), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
