#!/usr/bin/env python3
"""An HTTP/1.1 server over TLS that sends more than its first response, on a connection that stays open.

usage: leftover_tls.py CERTIFICATE KEY MODE FRAMING

FRAMING is that of its first response: `length`, `chunks` or `304`. MODE is `late` (the rest comes in a separate record) or `record` (it comes in the record in which the response ends). Prints one line
each for the port, "sent" when everything is sent, and the path of each request. Ends with its stdin.
"""
import socket, ssl, sys, threading

BODY = b"[" + b"1," * 2000 + b"1]"
EXTRA = b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n[wrong]"


def tell(text):
    print(text, flush=True)


def response(body, framing="length"):
    if framing == "304":
        return b"HTTP/1.1 304 Not Modified\r\nETag: \"" + b"a" * 200 + b"\"\r\n\r\n"
    if framing == "chunks":
        return b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n" % len(body) + body + b"\r\n0\r\n\r\n"
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body


def serve(connection, is_first, mode, framing):
    rest = b""
    while True:
        while b"\r\n\r\n" not in rest:
            piece = connection.recv(1 << 14)
            if not piece:
                return
            rest += piece
        head, rest = rest.split(b"\r\n\r\n", 1)
        tell(head.split(b" ")[1].decode())
        if not is_first:
            connection.sendall(response(b"[2]"))
            continue
        is_first = False
        whole = response(BODY, framing)
        middle = len(whole) - 100
        connection.sendall(whole[:middle])
        if mode == "record":
            connection.sendall(whole[middle:] + EXTRA)
        else:
            connection.sendall(whole[middle:])
            connection.sendall(EXTRA)
        tell("sent")


def main():
    certificate, key, mode, framing = sys.argv[1:5]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    listener = socket.create_server(("127.0.0.1", 0))
    tell(listener.getsockname()[1])
    threading.Thread(target=accept, args=(listener, context, mode, framing), daemon=True).start()
    sys.stdin.read()


def accept(listener, context, mode, framing):
    is_first = True
    while True:
        connection, _ = listener.accept()
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            serve(context.wrap_socket(connection, server_side=True), is_first, mode, framing)
        except OSError:
            pass
        is_first = False
        connection.close()


main()
