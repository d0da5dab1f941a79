import { HASH_COST } from '../../src/accounts/passwords.ts';

// Tests choose hundreds of passwords. At the cost of a real one, hashing them took half of the processor time of a file
// about signing in. `src/accounts/passwords.test.ts` looks at the real cost.
Object.assign(HASH_COST, { memory: 8, passes: 1 });
