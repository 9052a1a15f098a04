"""distil-llm: `compress_messages` and `expand_handle` of its library."""
import sys

from each import run

import distil

VERBATIM = sys.argv[1] == "verbatim"


def shorten(result):
    use = {"id": "a", "type": "function", "function": {"name": result["tool"], "arguments": result["args"]}}
    messages = [
        {"role": "assistant", "content": None, "tool_calls": [use]},
        {"role": "tool", "tool_call_id": "a", "content": result["text"]},
    ]
    found = distil.compress_messages(messages, verbatim=VERBATIM)
    return found.messages[-1]["content"], found.handles


def restore(text, handles):
    return text if handles == [] else distil.expand_handle(handles[0])


run(shorten, restore)
