"""Reduces requests by Tamis's core, from Python, over WebAssembly: the bytes are those that Node gives.

    pip install wasmtime
    npm run build && node examples/python/settings.mjs > settings.json
    python examples/python/tamis.py settings.json < request.json > smaller.json

This shows how little a program needs that has no Node. It has no report, no sessions and no originals; the gateway has
them, for programs in any language.
"""

import json
import pathlib
import struct
import sys

import wasmtime

MISSING = 0xFFFF_FFFF
CORE = pathlib.Path(__file__).parents[2] / "dist" / "tamis.wasm"


class Passed(Exception):
    """Why a request was not read: it is to be sent as it came."""


class Tamis:
    """The core with one policy. Not for several threads at once."""

    def __init__(self, settings: dict, core: pathlib.Path = CORE) -> None:
        """
        settings: what settings.mjs wrote, of the same version as the core.
        Raises ValueError for settings of another version, or that the core does not know.
        """
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        instance = wasmtime.Instance(self._store, wasmtime.Module.from_file(engine, str(core)), [])
        self._exports = instance.exports(self._store)
        self._numbers, self._statuses, self._wires = settings["numbers"], settings["statuses"], settings["wires"]
        if self._call("protocol_version") & MISSING != self._numbers["version"]:
            raise ValueError("settings.json was written for another version of tamis.wasm; write it again")
        policy = settings["policy"].encode()
        self._put(1, policy)
        self._policy = self._call("policy", len(policy))
        if self._policy < 0:
            raise ValueError(self._out(0).decode())

    def reduce(self, body: bytes, wire: str | None = None) -> bytes:
        """
        The smaller request; the same object where nothing changes.
        Raises Passed for a body that is to be sent as it came; ValueError for an unknown wire.
        """
        code = 0 if wire is None else self._wires.index(wire) + 1
        self._put(0, body)
        self._put(1, b"")
        self._call("words", 0)
        self._call("plan", self._policy, code, 0, MISSING, MISSING, MISSING, MISSING, MISSING)
        count = self._numbers["count"]
        words = struct.unpack(f"<{count}I", self._read(self._call("numbers"), 4 * count))
        status = self._statuses[words[self._numbers["status"]]]
        if status != "read":
            raise Passed(status)
        if words[self._numbers["edits"]] + words[self._numbers["repairs"]] == 0:
            return body
        output = words[self._numbers["outputBytes"]]
        if self._call("write", output, words[self._numbers["rowsBytes"]]) != 1:
            raise RuntimeError("the core refused to write what it planned")
        return self._out(output)

    def _call(self, name: str, *arguments: int) -> int:
        signed = [argument - (1 << 32) if argument > 0x7FFF_FFFF else argument for argument in arguments]
        return self._exports[name](self._store, *signed)

    def _put(self, place: int, data: bytes) -> None:
        at = self._call("bytes", place, len(data))
        self._exports["memory"].write(self._store, data, at & MISSING)

    def _read(self, at: int, length: int) -> bytes:
        at &= MISSING
        return bytes(self._exports["memory"].read(self._store, at, at + length))

    def _out(self, length: int) -> bytes:
        return self._read(self._call("out_at"), length or self._call("out_length"))


if __name__ == "__main__":
    tamis = Tamis(json.loads(pathlib.Path(sys.argv[1]).read_text()))
    request = sys.stdin.buffer.read()
    try:
        sys.stdout.buffer.write(tamis.reduce(request))
    except Passed as why:
        print(f"tamis: sent as it came: {why}", file=sys.stderr)
        sys.stdout.buffer.write(request)
