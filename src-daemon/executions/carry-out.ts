import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExecuteResponse } from '../../src-shared/executions.contract.ts';
import type { Engine, SandboxResult } from '../engine/engine.ts';
import type { LiveRun, Outcome } from './live-run.ts';
import { createOutputMask } from './output-mask.ts';
import { createOutputPump } from './output-pump.ts';
import { createOutputText, type OutputText } from './output-text.ts';
import type { PlannedRun } from './plan-run.ts';
import { describeFiles } from './result-files.ts';

/**
 * Runs a job in the engine and tells those who follow the run of it as it goes, but not its end. The values of its secrets are masked
 * here, before any copy of its output is made.
 * @throws AppError what the engine throws
 */
export async function carryOut(engine: Engine, live: LiveRun, planned: PlannedRun): Promise<Outcome> {
  const { job, secretNames } = planned;
  const secrets = createOutputMask(secretNames.map((name) => job.env[name] ?? ''));
  const output = createOutputText(secrets);
  const tell = (event: 'stdout' | 'stderr', text: string) => {
    if (text !== '') live.append({ event, data: { text } });
  };
  // When the job is on its way, so that the sandbox does not wait for it.
  const isPrepared = nextTurn().then(() => secrets.prepare());
  const pump = createOutputPump({ isReady: isPrepared, mask: output.push, tell });
  const hooks = { signal: live.cancellation.signal, onStarted: () => live.markRunning(), onOutput: pump.push };
  const result = await engine.run(job, hooks).catch((cause: unknown) => {
    pump.stop();
    throw cause;
  });
  await pump.drained();
  tell('stdout', output.finish('stdout', result.stdoutTruncated));
  tell('stderr', output.finish('stderr', result.stderrTruncated));
  const { id, language } = job;
  const name = result.engine ?? engine.status().name;
  const notices = [...planned.notices, ...(result.notices ?? [])];
  const answer = await answerOf(result, { id, language, output, engine: name, notices });
  for (const file of answer.files) live.append({ event: 'file', data: file });
  return { answer, files: result.files };
}

interface AnswerParts {
  id: string;
  language: string;
  engine: string;
  output: OutputText;
  notices: readonly string[];
}

async function answerOf(result: SandboxResult, parts: AnswerParts): Promise<ExecuteResponse> {
  const { id, language, engine, output, notices } = parts;
  const { memoryPeakBytes } = result;
  return {
    id,
    language,
    status: result.status,
    stdout: output.all('stdout'),
    stderr: output.all('stderr'),
    exitCode: result.exitCode,
    signal: result.signal,
    stdoutTruncated: result.stdoutTruncated,
    stderrTruncated: result.stderrTruncated,
    durationMs: result.durationMs,
    queuedMs: result.queuedMs,
    startupMs: result.startupMs,
    ...(memoryPeakBytes !== undefined && { memoryPeakBytes }),
    files: await describeFiles(result.files),
    engine,
    ...(notices.length > 0 && { notices: [...notices] }),
  };
}
