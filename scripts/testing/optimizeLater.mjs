import { setFlagsFromString } from 'node:v8';

// Lets V8 optimise a function after nine times as much work as usual. Most functions in tests run
// too briefly for the optimised code to pay for its compilation: this saves a tenth of the processor
// time. Later versions of V8 decide in another way, and Node 24 has no such option.
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=600000');
