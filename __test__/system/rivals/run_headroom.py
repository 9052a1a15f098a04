"""headroom-ai: `headroom_compress` and `headroom_retrieve` of its MCP server, or `densify`, which removes nothing."""
import asyncio
import json
import sys

from each import run

SETTING = sys.argv[1]


def call(server):
    def shorten(result):
        (answer,) = asyncio.run(server._handle_compress({"content": result["text"]}))
        found = json.loads(answer.text)
        return found["compressed"], found["hash"]

    def restore(text, handle):
        (answer,) = asyncio.run(server._handle_retrieve({"hash": handle}))
        return json.loads(answer.text).get("original_content")

    return shorten, restore


def densify_messages(result):
    from headroom.compress import densify

    use = {"id": "a", "type": "function", "function": {"name": result["tool"], "arguments": result["args"]}}
    messages = [
        {"role": "assistant", "content": None, "tool_calls": [use]},
        {"role": "tool", "tool_call_id": "a", "content": result["text"]},
    ]
    return densify(messages).messages[-1]["content"], None


if SETTING == "compress":
    from headroom.ccr.mcp_server import HeadroomMCPServer

    run(*call(HeadroomMCPServer(check_proxy=False)))
else:
    # What is unchanged is its own original.
    run(densify_messages, lambda text, _: text)
