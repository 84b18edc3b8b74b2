/** What CreatePlant adds to a plant in the table. No field of the contract has these names. */
export const addedAttributes = {
  client: 'createdBy',
  /** The last four characters of the token by which it was stored. */
  lastFour: 'lastFour',
  time: 'createdAt',
} as const;
