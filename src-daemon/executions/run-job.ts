import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ExecuteResponse, RunPackage } from '../../src-shared/contracts/executions.contract.ts';
import type { OutputPart } from '../../src-shared/program-result.ts';
import type { OutputMask } from '../../src-shared-node/masking/output-mask.ts';
import { encodeOutput } from '../../src-shared-node/masking/output-units.ts';
import { doInSlices } from '../../src-shared-node/sliced-work.ts';
import {
  type AdmittedRun,
  type Engine,
  type OutputStream,
  outputHalfBytes,
  type RunHooks,
  type SandboxResult,
} from '../engine/engine.ts';
import type { StreamEnd } from '../work/output/head-text.ts';
import { createOutputPump, type OutputPump } from '../work/output/output-pump.ts';
import { createOutputText, type OutputText } from '../work/output/output-text.ts';
import { createPrintedCount, type PrintedCount } from '../work/output/printed-count.ts';
import type { CurrentRun, Outcome } from './current-run.ts';
import { omittedNotices } from './files/omitted-notice.ts';
import { describeFiles } from './files/result-files.ts';
import type { PlannedRun } from './plan-run.ts';

/**
 * Runs a job in the engine and appends its events to the run, except for the last one. Masks the values of secrets
 * before the output is copied anywhere.
 * @throws AppError of the engine
 */
export async function runJob(
  { admitted, engine, mask: secrets }: { admitted: AdmittedRun; engine: Pick<Engine, 'status'>; mask: OutputMask },
  current: CurrentRun,
  planned: PlannedRun,
): Promise<Outcome> {
  const { job } = planned;
  const output = createOutputText(secrets, job.tailBytes && job.tailBytes - outputHalfBytes);
  const encode: Encode = (units) => encodeOutput(secrets.units, units);
  const appendOutput = (event: OutputStream, text: string) => {
    if (text !== '') current.append({ event, data: encode(text) });
  };
  // Starts after the job was sent, so that the sandbox does not wait for it.
  const isPrepared = yieldToEventLoop().then(() => secrets.prepare());
  const pump = createOutputPump({ isReady: isPrepared, output, append: appendOutput });
  const finishStream = async (stream: OutputStream, end: StreamEnd) => {
    for (const { text, ...rest } of await doInSlices(output.finish(stream, end)))
      current.append({ event: stream, data: { ...encode(text), ...rest } });
  };
  const printed = createPrintedCount((data) => current.append({ event: 'printed', data }));
  const hooks = hooksOf({ current, output, pump, printed });
  let result: SandboxResult;
  try {
    result = await admitted.run(hooks);
  } catch (cause) {
    if (job.tailBytes === undefined) pump.stop();
    else {
      await pump.drained();
      pump.stop();
      for (const stream of streams) await finishStream(stream, { isTruncated: true, isKilled: true });
    }
    throw cause;
  } finally {
    printed.stop();
  }
  await pump.drained();
  pump.stop();
  const isKilled = result.exitCode === null;
  for (const stream of streams) await finishStream(stream, { isTruncated: result[`${stream}Truncated`], isKilled });
  const { id, language } = job;
  const { place, name } = engine.status();
  const notices = [...planned.notices, ...(result.notices ?? []), ...omittedNotices(result.filesOmitted)];
  const packages = planned.packages.own;
  const answer = await answerOf(result, {
    ...{ id, language, output, encode, notices, packages },
    engine: result.engine ?? name,
    place,
  });
  for (const file of answer.files) current.append({ event: 'file', data: file });
  return { answer, files: result.files };
}

const streams = ['stdout', 'stderr'] as const;

type Encode = (units: string) => OutputPart;

interface HookParts {
  current: CurrentRun;
  output: OutputText;
  pump: OutputPump;
  printed: PrintedCount;
}

function hooksOf({ current, output, pump, printed }: HookParts): RunHooks {
  return {
    signal: current.cancellation.signal,
    ...(current.network && { network: current.network.hooks }),
    ...(current.input && { onInput: current.input.begin }),
    onStarted: () => current.markRunning(),
    onOutput(stream, chunk) {
      printed.add(stream, chunk.length);
      pump.push(stream, chunk);
    },
    onTail(stream, at, chunk) {
      output.pushTail(stream, at, chunk);
      printed.pass(stream, at + chunk.length);
    },
  };
}

interface AnswerParts {
  id: string;
  language: string;
  engine: string;
  place: ExecuteResponse['place'];
  output: OutputText;
  encode: Encode;
  notices: readonly string[];
  packages: readonly RunPackage[] | undefined;
}

async function answerOf(result: SandboxResult, parts: AnswerParts): Promise<ExecuteResponse> {
  const { id, language, engine, place, output, encode, notices, packages } = parts;
  const { memoryPeakBytes } = result;
  const [stdout, stderr] = [encode(output.all('stdout')), encode(output.all('stderr'))];
  const [stdoutGap, stderrGap] = [output.gap('stdout'), output.gap('stderr')];
  return {
    id,
    language,
    status: result.status,
    stdout: stdout.text,
    stderr: stderr.text,
    exitCode: result.exitCode,
    signal: result.signal,
    stdoutTruncated: result.stdoutTruncated || stdoutGap !== undefined,
    stderrTruncated: result.stderrTruncated || stderrGap !== undefined,
    ...(stdout.encoding && { outputEncoding: stdout.encoding }),
    ...(output.hasReplaced('stdout') && { stdoutNotUtf8: true as const }),
    ...(output.hasReplaced('stderr') && { stderrNotUtf8: true as const }),
    ...(stdoutGap && { stdoutGap }),
    ...(stderrGap && { stderrGap }),
    durationMs: result.durationMs,
    queuedMs: result.queuedMs,
    startupMs: result.startupMs,
    ...(memoryPeakBytes !== undefined && { memoryPeakBytes }),
    files: await describeFiles(result.files),
    engine,
    place,
    ...(notices.length > 0 && { notices: [...notices] }),
    ...(packages !== undefined && { packages: [...packages] }),
  };
}
