import type { NetworkEventData } from '../../src-shared/contracts/network/network-events.ts';
import type { EffectiveRule } from '../../src-shared/contracts/network/network-rules.ts';

/** The network of one run or live sandbox by rule. The sandbox never gets the values of `secrets`. */
export interface EgressPolicy {
  rules: readonly EffectiveRule[];
  /** The handling of a connection that no rule allows. */
  onBlocked: 'deny' | 'ask';
  /** All secrets that rules name. */
  secrets: readonly BoundSecret[];
  /** Certificates (PEM) that are trusted in addition to the public ones, for the hosts and in the sandbox. */
  extraCa: string;
  /** `http://host:port` of the proxy that connects the hosts. Without one they are connected directly. */
  proxy?: string | undefined;
}

/** A secret whose value replaces its placeholder in requests. */
export interface BoundSecret {
  name: string;
  /** The program's value of the variable `name`. It is new for each run. */
  placeholder: string;
  value: string;
  /** `in`: names of headers in lower case, `query:<parameter>`, `body:<JSON pointer>`. */
  locations: readonly { host: string; in: readonly string[] }[];
}

/** One finished request of an intercepted connection. */
export interface EgressRequest {
  host: string;
  port: number;
  method: string;
  /** Without the query. */
  path: string;
  status: number | null;
  /** Names of the secrets whose values it contained. */
  secrets: readonly string[];
}

/** The calls of the network of one run to its owner. */
export interface EgressHooks {
  /** Reports every step of every connection, in order. */
  onEvent(event: NetworkEventData): void;
  onRequest(request: EgressRequest): void;
  /** Records the first use of a secret at a host. The request is sent after it returns, and not at all if it throws. */
  onSecretUse(host: string, secret: string): void;
  /** Called once, when the network is open, with the calls to it. */
  onOpen?(control: EgressControl): void;
}

export interface EgressControl {
  /** Decides about the held connections to a host and port, and about later ones. */
  decide(target: { host: string; port: number }, isAllowed: boolean): void;
}
