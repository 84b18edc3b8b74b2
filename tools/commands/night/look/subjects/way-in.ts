import { samplePath } from '../../sample-path.ts';
import type { Finding } from '../finding.ts';
import { type Context, ofType, type Subject } from './subject.ts';

/** What a request without a token gets: a status, or the code of an error. */
interface Reached {
  readonly status?: number;
  readonly code?: string;
}

/** Whether clients reach the gateway, and whether it asks them for a token. */
export const wayIn: Subject<Reached> = {
  ask: (_, context) => reach(context),

  judge({ status, code }) {
    if (status !== undefined) return { findings: status === 401 ? [] : [wrongStatus(status)] };
    if (code === 'ENOTFOUND')
      return { findings: [noConnection('DNS does not know the address of the service.')] };
    if (code !== undefined && certificateCodes.includes(code))
      return { findings: [noConnection(`The certificate of the address is wrong: ${code}.`)] };
    // Any other error of the network can be that of this machine.
    const remarks = code === undefined ? [] : [`Not asked: the address of the service (${code}).`];
    return { findings: [], remarks };
  },
};

/** Sends a request as a client does, but without a token. It reaches no function, and changes nothing. */
async function reach({ stage, expected }: Context): Promise<Reached> {
  const address = stage.outputs['DomainUrl'] ?? stage.outputs['ApiUrl'];
  const [route] = ofType(expected, 'AWS::ApiGatewayV2::Route');
  const [method, path] = String(route?.properties['RouteKey']).split(' ');
  if (address === undefined || method === undefined || path === undefined) return {};
  try {
    const url = address + samplePath(path);
    const { status } = await fetch(url, { method, signal: AbortSignal.timeout(8_000) });
    return { status };
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    return { code: cause?.code ?? name };
  }
}

const certificateCodes = [
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

function noConnection(what: string): Finding {
  return {
    rank: 'STOPS',
    what,
    means: 'Clients get no connection.',
    runbook: 'clients-cannot-connect',
    commands: [],
  };
}

function wrongStatus(status: number): Finding {
  const common = { what: `A request without a token got ${status}, not 401.`, commands: [] };
  if (status === 400 || status < 300) {
    const means = 'Requests reach a function without a token.';
    return { ...common, rank: 'OPEN', means, runbook: 'close-the-api' };
  }
  if (status === 429)
    return { ...common, rank: 'LIMITS', means: 'Clients are throttled.', runbook: 'throttled' };
  const means = 'Clients do not reach the service.';
  return { ...common, rank: 'STOPS', means, runbook: 'clients-cannot-connect' };
}
