import { createReducer } from "/work/wt/one/dist/node.js";

const output = "a line of output\n".repeat(200);
const messages = [
  { role: "user", content: "Fix the failing test. Never push." },
  ...Array.from({ length: 20 }, (_, i) => [
    { role: "assistant", content: `I look at file ${i}.`, tool_calls: [call(i)] },
    { role: "tool", tool_call_id: `call_${i}`, content: output },
  ]).flat(),
];
function call(i) {
  return { id: `call_${i}`, type: "function", function: { name: "read_file", arguments: `{"path":"${i}.ts"}` } };
}

const reducer = createReducer({
  budget: { tokens: 1300 },
  policy: { mask: { windowTurns: 2 }, summarize: { enabled: true } },
});
const { body, report } = await reducer.reduce({ model: "gpt-5", messages });
console.log(report.reductionStage, report.fits, body.messages.length < messages.length); // summarization true true
const r2 = await createReducer({ budget: { tokens: 2500 }, policy: { mask: { windowTurns: 2 }, summarize: { enabled: true } } }).reduce({ model: "gpt-5", messages });
console.log(JSON.stringify(r2.report.phases), JSON.stringify(r2.report.notes));
const r3 = await createReducer({ budget: { tokens: 2500 }, policy: { mask: { windowTurns: 2 }, summarize: { enabled: true },experimental:{mask:{roles:false}} } }).reduce({ model: "gpt-5", messages });
console.log(r3.report.reductionStage,JSON.stringify(r3.report.phases), JSON.stringify(r3.report.notes));
const r4 = await createReducer({ budget: { tokens: 2500 }, policy: { mask: { windowTurns: 2 }, summarize: { enabled: true },experimental:{mask:{placeholder:{family:"conversation"}}} } }).reduce({ model: "gpt-5", messages });
console.log(r4.report.reductionStage,JSON.stringify(r4.report.phases), JSON.stringify(r4.report.notes), JSON.stringify(r4.body.messages.slice(0,5)).slice(0,600));
