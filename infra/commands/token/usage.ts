export const usage = `usage: npm run token -- create --client NAME [--expires 90d | never]
       npm run token -- list [--json]
       npm run token -- revoke ID
       npm run token -- rotate ID [--overlap 1h] [--expires 90d | never]
       each with [--data DIR], or with --stack NAME [--profile NAME] [--region REGION]`;

export const help = `${usage}

create   makes a token for a client; it is shown once, alone on stdout
list     shows every token's id, client, last four characters, times and state
revoke   ends a token at once, and for good
rotate   makes a new token for the client of an old one, which expires after the overlap

An ID is the start of a token's digest, as list shows it: four characters do where they are
unambiguous. A duration is a number and one of s, m, h, d, w.

--data     the folder of the store on this machine, whether npm start runs or not (.plant-store)
--stack    a deployed stack, PlantStore for one, and the tokens that its API accepts
--profile  whose AWS credentials
--region   where the stack is`;
