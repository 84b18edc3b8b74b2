/** What CreatePlant adds to a plant in the table. No field of the contract has these names. */
export const addedAttributes = { client: 'createdBy', time: 'createdAt' } as const;
