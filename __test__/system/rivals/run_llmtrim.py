"""llmtrim: `compress` of its Python binding, on a request of OpenAI's Chat Completions."""
import json
import sys

import llmtrim
from each import run

PRESET = sys.argv[1]


def shorten(result):
    use = {"id": "a", "type": "function", "function": {"name": result["tool"], "arguments": result["args"]}}
    messages = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": [use]},
        {"role": "tool", "tool_call_id": "a", "content": result["text"]},
    ]
    body = json.dumps({"model": "gpt-4o", "messages": messages})
    found = json.loads(llmtrim.compress(body, llmtrim.Provider.OPEN_AI, PRESET).request_json)
    (answer,) = [message for message in found["messages"] if message["role"] == "tool"]
    return answer["content"], None


run(shorten, lambda text, _: text)
