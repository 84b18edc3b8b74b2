/** The header of a token that was never issued. It has the form of a token, so the authorizer looks it up. */
export const unknownToken = `Bearer plant_${'0'.repeat(43)}1oG6F3`;
