/** A time for people, in UTC and to the minute. */
export const moment = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')}Z`;
