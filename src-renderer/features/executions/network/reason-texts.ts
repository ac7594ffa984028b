import type { BlockedReason } from '../../../../src-shared/contracts/network/network-events.ts';

/** Explains each reason why a connection or a request was refused. */
export const reasonTexts: Readonly<Record<BlockedReason, string>> = {
  name_not_allowed: 'No rule allows this host.',
  port_not_allowed: 'No rule allows this port of the host.',
  denied: 'You refused the connection, or did not decide in time.',
  name_not_found: 'The host name does not exist, or the name server did not answer.',
  closed_address: 'The host has an address that is not public. A rule with a fixed address can allow it.',
  connect_failed: 'The host refused the connection or did not answer.',
  not_tls: 'The program did not use TLS. Change the protocol of the rule to HTTP or TCP to allow that.',
  sni_mismatch: 'The program named another host in its TLS handshake.',
  host_mismatch: 'The request named another host than the connection.',
  bad_request: 'The request was not valid HTTP.',
  method_not_allowed: 'The rule does not allow the method of the request.',
  path_not_allowed: 'The rule does not allow the path of the request.',
  websocket_not_allowed: 'The rule does not allow a WebSocket.',
  placeholder_misplaced:
    'The placeholder of a secret was in a part of the request where its value is not used, or in a request to another host.',
  secret_unusable: 'The value of the secret cannot be part of a header, because it contains a line break.',
  secret_missing: 'The rule demands one of its secrets in each request, and this one had none.',
  other_credential: 'The rule allows no credential but its secrets, and the request had another one.',
  bad_certificate: 'The certificate of the host is not valid, so no secret was sent.',
  bad_response: 'The response of the host was not valid HTTP.',
  too_large: 'The headers, the body or the decoded response were larger than the limit.',
  timeout: 'The connection was idle, or a part of it took too long.',
  limit: 'The run reached a limit of connections, host names or bytes.',
};
