import { emptyReport, type RunNetworkReport } from '../../../src-shared/contracts/network/network-report.ts';
import { asAppError } from '../../errors/app-error.ts';

/** Reads a report. A run that is not stored, or a sandbox that has ended, has none: that must not hide the result. */
export async function readReport(read: () => Promise<RunNetworkReport>): Promise<RunNetworkReport> {
  try {
    return await read();
  } catch (thrown) {
    if (asAppError(thrown).status >= 500) throw thrown;
    return emptyReport;
  }
}
