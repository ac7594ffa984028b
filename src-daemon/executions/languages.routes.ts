import { type LanguageInfo, listLanguages } from '../../src-shared/contracts/languages.contract.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';

export function mountLanguages(host: EndpointHost, languages: () => LanguageInfo[]): void {
  mountEndpoints(host, { listLanguages }, { listLanguages: () => ({ languages: languages() }) });
}
