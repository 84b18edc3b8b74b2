// Written by `npm run generate` from openapi.yaml.
// Stryker disable all: this code is generated, and the tests of the contract cover it.
// @ts-nocheck

export function validateEvent({ body }) {
const errors = [];
if (Object(body) !== body || Array.isArray(body)) errors.push(`the body` + " must be a JSON object");
else {
if (body.id === undefined) errors.push(`id is required`);
else {
if (typeof body.id !== "bigint" || body.id < -9223372036854775808n || body.id > 9223372036854775807n) errors.push(`id` + " must be an integer between -9223372036854775808 and 9223372036854775807");
}
if (body.name === undefined) errors.push(`name is required`);
else {
if (typeof body.name !== "string" || !body.name.isWellFormed()) errors.push(`name` + " must be a string of well-formed Unicode");
}
if (body.tag !== undefined) {
if (typeof body.tag !== "string" || !body.tag.isWellFormed()) errors.push(`tag` + " must be a string of well-formed Unicode");
}
}
validateEvent.errors = errors;
return errors.length === 0;
}
