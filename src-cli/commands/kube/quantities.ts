const memoryUnits = ['Mi', 'Gi', 'Ti', 'Pi'] as const;
const unitStep = 1024;

/**
 * Formats memory as Kubernetes stores it, in the largest unit that needs no fraction: `4Gi` and not `4096Mi`. Otherwise
 * `kubectl apply` would take the object for a changed one each time.
 * @param mebibytes a positive whole number
 */
export function formatMemory(mebibytes: number): string {
  let [count, unit] = [mebibytes, 0];
  while (count % unitStep === 0 && unit < memoryUnits.length - 1) {
    count /= unitStep;
    unit++;
  }
  return `${count}${memoryUnits[unit]}`;
}

/** Formats processor time as Kubernetes stores it: `250m` in thousandths of a core, or `2` in cores. */
export function formatCpu(millicores: number): string {
  return millicores % 1000 === 0 ? String(millicores / 1000) : `${millicores}m`;
}
