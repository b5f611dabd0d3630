"""A caller over a WebSocket who sends what they like and reads nothing."""

import select
import socket
from contextlib import closing, suppress

GREETING = (
    "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)
CONT = 0
TEXT = 1
BINARY = 2
CLOSE = 8
PING = 9
WHOLE = 0x80
PATIENCE = 10


def frame(kind, data=b""):
    """One frame of a client, with a mask of zeros; without `WHOLE` more of it follows."""
    short = len(data) < 126
    length = bytes([0x80 | len(data)]) if short else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([kind]) + length + bytes(4) + data


class Deaf(closing):
    """A connection with a small window, through which little is taken unread."""

    def __init__(self, port, to="127.0.0.1", source="127.0.0.1"):
        self.line = socket.socket()
        super().__init__(self.line)
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.line.settimeout(PATIENCE)
        self.line.bind((source, 0))
        self.line.connect((to, port))

    def __enter__(self):
        super().__enter__()
        return self

    def dial(self, path, greeting=GREETING):
        """Make it a WebSocket, and read no more than that it is one."""
        self.line.sendall(greeting.format(path).encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += self.line.recv(1)
        assert answer.startswith(b"HTTP/1.1 101")
        return self

    def say(self, kind, data):
        self.line.sendall(frame(kind | WHOLE, data))

    def insist(self, piece, most):
        """Send the same until nothing more is taken, or the connection ends.

        Returns:
            How many bytes were taken, up to the most that are sent.
        """
        sent = 0
        self.line.settimeout(0)
        with suppress(ConnectionError):
            while sent < most and select.select([], [self.line], [], 1)[1]:
                sent += self.line.send(piece[sent % len(piece) :])
        self.line.settimeout(PATIENCE)
        return sent

    def hear(self, last=None):
        """All that was left unread, up to these bytes or to the end of the connection."""
        heard = b""
        with suppress(ConnectionError):
            while (last is None or last not in heard) and (more := self.line.recv(1 << 16)):
                heard += more
        return heard


def waiting(server):
    """Bytes that a server keeps for all who have not read them yet."""
    there = tuple(server.server_state.connections)
    return sum(each.transport.get_write_buffer_size() for each in there)


def sends_at_once(connection):
    """Whether what a server says is not held back until more comes."""
    accepted = connection.transport.get_extra_info("socket")
    return accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1
