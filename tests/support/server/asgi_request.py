"""One question to an ASGI app, without a socket."""

import asyncio


def scope_of(path="/", method="GET", *, kind="http", peer="127.0.0.1", came_to=None, **headers):
    """The scope of a request for an ASGI app; a header without a text is left out.

    `came_to` is the address of this computer that the caller has come to.
    """
    said = {key.replace("_", "-"): text for key, text in headers.items() if text}
    named = [(key.encode(), text.encode()) for key, text in said.items()]
    scope = {"type": kind, "path": path, "raw_path": path.encode(), "query_string": b""}
    about = {"method": method, "root_path": "", "client": (peer, 50000) if peer else None}
    about["server"] = (came_to, 8550) if came_to else None
    return scope | about | {"headers": named}


def call_app(app, scope):
    """All that an app sends back."""
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    asyncio.run(app(scope, receive, send))
    return sent
