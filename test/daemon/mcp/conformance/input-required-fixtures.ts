/** Tools and a prompt of the conformance suite that ask for input by their result (MCP 2026-07-28). */
import {
  acceptedContent,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from './content-fixtures.ts';

/** Signs the state that clients send back. */
export const stateCodec = createRequestStateCodec<{ round: number; name?: string }>({
  key: new Uint8Array(32).fill(7),
});

const nothing = z.object({});
const fixture = { description: 'A fixture', inputSchema: nothing };
const ask = (field: string, schema: z.ZodType = z.string()) =>
  inputRequired.elicit({ message: `What is the ${field}?`, requestedSchema: z.object({ [field]: schema }) });
const sample = (prompt: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: prompt } }], maxTokens: 50 });

export function addInputRequired(server: McpServer): void {
  addSingleQuestions(server);
  addRounds(server);
  addCapabilityChecks(server);
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'A fixture', argsSchema: nothing },
    (_args, { mcpReq }) => {
      const given = acceptedContent(mcpReq.inputResponses, 'user_context');
      if (given === undefined) return inputRequired({ inputRequests: { user_context: ask('context') } });
      const content = { type: 'text' as const, text: `Prompt with context: ${given.context}` };
      return { messages: [{ role: 'user' as const, content }] };
    },
  );
}

function addSingleQuestions(server: McpServer): void {
  const questions: Record<string, InputRequests> = {
    elicitation: { user_name: ask('name') },
    sampling: { sample_request: sample('What is the capital of France?') },
    list_roots: { roots_request: inputRequired.listRoots() },
  };
  for (const [name, inputRequests] of Object.entries(questions))
    server.registerTool(`test_input_required_result_${name}`, fixture, (_input, { mcpReq }) => {
      const answers = Object.keys(inputRequests).map((key) => inputResponse(mcpReq.inputResponses, key));
      if (answers.some(isUnusable)) return inputRequired({ inputRequests });
      return text(`answered: ${JSON.stringify(answers)}`);
    });
}

/** A form with other fields than the requested ones is not an answer. */
function isUnusable(answer: ReturnType<typeof inputResponse>): boolean {
  if (answer.kind === 'elicit') return answer.action === 'accept' && typeof answer.content?.name !== 'string';
  return answer.kind === 'missing';
}

function addRounds(server: McpServer): void {
  const confirm = { confirm: ask('ok', z.boolean()) };
  const several = {
    user_name: ask('name'),
    greeting: sample('Generate a greeting'),
    client_roots: inputRequired.listRoots(),
  };
  const withState: [string, InputRequests, string][] = [
    ['request_state', confirm, 'state-ok'],
    ['tampered_state', confirm, 'integrity-ok'],
    ['multiple_inputs', several, 'all answered'],
  ];
  for (const [name, inputRequests, done] of withState)
    server.registerTool(`test_input_required_result_${name}`, fixture, async (_input, call) => {
      const { inputResponses, requestState } = call.mcpReq;
      const isComplete = Object.keys(inputRequests).every(
        (key) => inputResponse(inputResponses, key).kind !== 'missing',
      );
      if (requestState() !== undefined && isComplete) return text(done);
      return inputRequired({ inputRequests, requestState: await stateCodec.mint({ round: 1 }, call) });
    });
  server.registerTool('test_input_required_result_multi_round', fixture, (_input, call) => nextRound(call));
}

async function nextRound(call: ServerContext) {
  const { inputResponses, requestState } = call.mcpReq;
  const state = requestState<{ round: number; name?: string }>();
  const given = acceptedContent(inputResponses, `step${state?.round ?? 0}`);
  if (state?.round === 2 && given !== undefined) return text(`${state.name} likes ${given.color}`);
  if (state?.round === 1 && given !== undefined) {
    const requestState = await stateCodec.mint({ round: 2, name: String(given.name) }, call);
    return inputRequired({ inputRequests: { step2: ask('color') }, requestState });
  }
  return inputRequired({
    inputRequests: { step1: ask('name') },
    requestState: await stateCodec.mint({ round: 1 }, call),
  });
}

function addCapabilityChecks(server: McpServer): void {
  server.registerTool('test_missing_capability', fixture, (_input, { mcpReq }) =>
    mcpReq.inputResponses === undefined
      ? inputRequired({ inputRequests: { sample: sample('Hello') } })
      : text('Success'),
  );
  server.registerTool('test_input_required_result_capabilities', fixture, async (_input, call) => {
    const { sampling, elicitation } = server.server.getClientCapabilities() ?? {};
    const inputRequests = {
      ...(elicitation && { elicit_input: ask('value') }),
      ...(sampling && { sample_input: sample('Sample request') }),
    };
    if (Object.keys(call.mcpReq.inputResponses ?? {}).length > 0) return text('capabilities-ok');
    return inputRequired({ inputRequests, requestState: await stateCodec.mint({ round: 1 }, call) });
  });
}
