/** Where the emulated stack stands, and what its API is called there. */
export const account = '123456789012';
export const region = 'us-east-1';
export const apiId = 'plantstore';
