/** Sends one task to a new worker. Returns undefined if it failed or had no answer in time. */
export function askOnce<Task, Answer>(
  worker: Worker,
  task: Task,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Answer | undefined> {
  const answered = new Promise<Answer | undefined>((resolve) => {
    const timer = setTimeout(resolve, timeoutMs, undefined);
    const end = (answer: Answer | undefined) => {
      clearTimeout(timer);
      resolve(answer);
    };
    worker.onmessage = ({ data }: MessageEvent<Answer>) => end(data);
    worker.onerror = (event) => {
      event.preventDefault();
      end(undefined);
    };
    signal.addEventListener('abort', () => end(undefined), { once: true });
    worker.postMessage(task);
  });
  return answered.finally(() => worker.terminate());
}
