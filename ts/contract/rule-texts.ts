/**
 * Every rule that {@link validateRequest} knows, in the order of the native validator's numbers
 * (`crates/core/src/validate/rule.rs`; a test compares the two). The text says what is wrong, then what the provider
 * answers; `{id}` is the call id, role or type at fault, `{count}` a number. Sources: `docs/validation.md`.
 */
export const VALIDATION_RULES = {
  "duplicate-key":
    "a key that readers look for occurs twice in one object, and readers differ in which one counts; send it once",
  "message-not-object": "an element of the conversation is not an object; the provider expects an object",
  "block-not-object":
    "an element of a content, parts or tool_calls list is not an object; the provider expects objects",
  "lone-surrogate":
    "a string holds half of a UTF-16 surrogate pair, which no UTF-8 text can; the provider says: the request body is not valid JSON",
  "chat/no-messages": "the list of messages is empty; the provider says: Invalid 'messages': empty array",
  "chat/role":
    "the role {id} is none of system, developer, user, assistant, tool, function; the provider says: Invalid value for 'role'",
  "chat/content-missing":
    "the message has no content, and nothing that may stand for it; the provider says: Invalid value for 'content': expected a string, got null",
  "chat/calls-empty":
    "tool_calls is an empty list; leave the key out; the provider says: Invalid 'tool_calls': empty array",
  "chat/call-without-id": "a tool call has no id; the provider says: Missing required parameter: 'tool_calls[].id'",
  "chat/call-unanswered":
    "the call {id} has no tool message right after its assistant message; the provider says: An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'",
  "chat/call-unanswered-at-end":
    "the conversation ends with the unanswered call {id}; the provider says: An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'",
  "chat/result-without-id":
    "a tool message names no call; the provider says: Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'",
  "chat/result-orphan":
    "the tool message answers {id}, which the assistant message before it does not call; the provider says: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'",
  "chat/duplicate-result": "the call {id} is answered twice; the provider says: Duplicate value for 'tool_call_id'",
  "chat/function-without-name":
    "a function message has no name; the provider says: Missing parameter 'name': messages with role 'function' must have a 'name'",
  "anthropic/no-messages":
    "the list of messages is empty; the provider says: messages: at least one message is required",
  "anthropic/role":
    "the role {id} is neither user nor assistant; the provider says: messages.role: Input should be 'user' or 'assistant'",
  "anthropic/first-role":
    'the conversation begins with an assistant message; the provider says: messages: first message must use the "user" role',
  "anthropic/content":
    "the content is neither a string nor a list; the provider says: messages.content: Field required, or: Input should be a valid list",
  "anthropic/empty-user-message":
    "a user message is empty; the provider says: user messages must have non-empty content",
  "anthropic/empty-text": "a text block is empty; the provider says: text content blocks must be non-empty",
  "anthropic/blank-text":
    "the message is white space alone; the provider says: text content blocks must contain non-whitespace text",
  "anthropic/block-role":
    "a block of type {id} stands in a message of the wrong role; the provider says: `tool_use` blocks can only be in `assistant` messages, `tool_result` blocks only in `user` messages",
  "anthropic/call-without-id": "a tool_use block has no id; the provider says: tool_use.id: Field required",
  "anthropic/result-without-id":
    "a tool_result block names no call; the provider says: tool_result.tool_use_id: Field required",
  "anthropic/result-content":
    "the content of a tool_result is neither a string nor a list; the provider says: tool_result.content: Input should be a valid string, or: Input should be a valid list",
  "anthropic/duplicate-call-id":
    "the call id {id} occurs twice in one turn; the provider says: `tool_use` ids must be unique",
  "anthropic/missing-result":
    "the call {id} has no tool_result in the next message; the provider says: `tool_use` ids were found without `tool_result` blocks immediately after",
  "anthropic/missing-result-at-end":
    "the conversation ends with the unanswered call {id}; the provider says: `tool_use` ids were found without `tool_result` blocks immediately after",
  "anthropic/orphan-result":
    "the tool_result answers {id}, which the previous message does not call; the provider says: unexpected `tool_use_id` found in `tool_result` blocks",
  "anthropic/duplicate-result":
    "the call {id} is answered twice; the provider says: each tool_use must have a single result",
  "anthropic/result-not-first":
    "the tool_result for {id} stands after another block; tool results come first in a message; the provider says: `tool_use` ids were found without `tool_result` blocks immediately after",
  "anthropic/thinking-at-end":
    "the last message ends with a thinking block; the provider says: The final block in an assistant message cannot be `thinking`",
  "anthropic/thinking-first":
    "thinking is enabled, but no message of the open tool loop has a thinking block; the provider says: Expected `thinking` or `redacted_thinking`: a final `assistant` message must start with a thinking block",
  "anthropic/thinking-signature":
    "a thinking block has no signature; the provider says: thinking.signature: Field required",
  "anthropic/breakpoint-on-thinking":
    "a cache breakpoint stands on a thinking block; the provider says: thinking.cache_control: Extra inputs are not permitted",
  "anthropic/breakpoint-on-empty-text":
    "a cache breakpoint stands on an empty text block; the provider says: cache_control cannot be set for empty text blocks",
  "anthropic/too-many-breakpoints":
    "the request has {count} cache breakpoints; the provider says: A maximum of 4 blocks with cache_control may be provided",
  "anthropic/breakpoint-ttl-order":
    "a 1-hour cache breakpoint stands after a 5-minute one; the provider says: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
  "responses/role":
    "the role {id} is none of user, assistant, system, developer; the provider says: Invalid value for 'role'",
  "responses/content-type":
    "a content part of type {id} stands in a message of the wrong role; the provider says: Invalid value: supported values are 'output_text' and 'refusal' for an assistant, 'input_…' for others",
  "responses/call-without-id":
    "a call has no call_id; the provider says: Missing required parameter: 'input[].call_id'",
  "responses/output-without-id":
    "an output names no call; the provider says: Missing required parameter: 'input[].call_id'",
  "responses/output-missing":
    "an output item has no output; the provider says: Missing required parameter: 'input[].output'",
  "responses/call-without-output":
    "the call {id} has no output; the provider says: No tool output found for function call",
  "responses/call-unanswered-at-end":
    "the conversation ends with the unanswered call {id}; the provider says: No tool output found for function call",
  "responses/orphan-output":
    "the output answers {id}, which no item before it calls; the provider says: No tool call found for function call output",
  "responses/duplicate-output":
    "the call {id} has two outputs; the provider says: Duplicate function_call_output for call_id",
  "responses/duplicate-item-id": "the item id {id} occurs twice; the provider says: Duplicate item found with id",
  "responses/reasoning-without-item":
    "the reasoning item {id} is not followed by the message or call that it led to; the provider says: Item of type 'reasoning' was provided without its required following item",
  "gemini/no-contents": "the list of contents is empty; the provider says: contents is not specified",
  "gemini/role": "the role {id} is neither user nor model; the provider says: Please use a valid role: user, model",
  "gemini/empty-parts": "a content has no parts; the provider says: contents.parts must not be empty",
  "gemini/call-without-name": "a functionCall has no name; the provider says: function_call.name: Name cannot be empty",
  "gemini/call-position":
    "a content with function calls follows a model content, or begins the conversation; the provider says: Please ensure that function call turn comes immediately after a user turn or after a function response turn",
  "gemini/response-count":
    "the next content has another number of function responses than this one has calls ({count}); the provider says: Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn",
  "gemini/call-unanswered-at-end":
    "the conversation ends with unanswered function calls; the provider says: Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn",
  "gemini/orphan-response":
    "a function response does not follow a content with function calls; the provider says: Please ensure that function response turn comes immediately after a function call turn",
  "gemini/response-order":
    "the function response for {id} stands where another call's response is expected; the provider matches responses to calls by place and name",
  "gemini/response-after-text":
    "a function response stands after another part; responses come first in a content; the provider says: Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn",
  "gemini/response-without-name":
    "a functionResponse has no name; the provider says: function_response.name: Name cannot be empty",
  "gemini/response-not-object":
    "the response is not an object; the provider says: Invalid value at 'function_response.response' (type.googleapis.com/google.protobuf.Struct)",
  "gemini/signature-missing-in-current-turn":
    "the first function call of a step of the current turn has no thoughtSignature; the provider says: Function call is missing a thought_signature in functionCall parts",
} as const;

/** The stable name of a rule. */
export type RuleId = keyof typeof VALIDATION_RULES;

/** Rules by their number. */
export const RULE_IDS = Object.keys(VALIDATION_RULES) as readonly RuleId[];
