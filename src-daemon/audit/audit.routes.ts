import { exportAuditLog, listAuditLog, verifyAuditLog } from '../../src-shared/contracts/audit.contract.ts';
import { TextStreamReply } from '../http/handler.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import type { AuditService } from './audit.service.ts';

export function mountAudit(host: EndpointHost, audit: AuditService): void {
  mountEndpoints(
    host,
    { listAuditLog, verifyAuditLog, exportAuditLog },
    {
      listAuditLog: ({ actor, query }) => audit.list(actor, query),
      verifyAuditLog: ({ actor, signal }) => audit.verify(actor, signal),
      exportAuditLog: ({ actor, query }) => new TextStreamReply(audit.export(actor, query)),
    },
  );
}
