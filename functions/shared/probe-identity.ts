import { serviceName } from '../service.ts';

/** How the service recognizes its probe. All of this is reserved: no client is given any of it. */
export const probeIdentity = {
  /** The key of its item: random, and larger than a JavaScript number can hold. */
  id: '-6403278123377120557',
  /** Its name in the logs. */
  client: 'probe',
  /** Its user agent: a firewall can let it through by this name. */
  userAgent: `${serviceName}-probe`,
  /** The start of the digests of its tokens: its role can only write such tokens. */
  digestPrefix: '00',
} as const;

/** The variable with the key of the probe's item. In a stage with a probe, each function that writes into its table has it. */
export const reservedIdVariable = 'RESERVED_ID';
