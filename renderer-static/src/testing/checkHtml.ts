/** `npm run check:html`: runs the Nu HTML checker on all golden documents; needs Java. */
import { findHtmlFaults, findJava } from './findHtmlFaults.ts';
import { goldenDocuments } from './goldenDocuments.ts';

const java = findJava();
if (java === null) {
  process.stderr.write('The Nu HTML checker needs Java, which is not installed on this machine.\n');
  process.exit(2);
}
const documents = goldenDocuments();
const faults = await findHtmlFaults(java, documents);
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${String(documents.length)} documents, ${String(faults.length)} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
