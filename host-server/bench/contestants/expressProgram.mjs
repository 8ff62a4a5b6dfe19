/** `node expressProgram.mjs <port> <root> <headers file>` */
import { readFileSync } from 'node:fs';
import express from 'express';

const [, , port, root, file] = process.argv;
const headers = JSON.parse(readFileSync(file, 'utf8'));
const app = express();
app.disable('x-powered-by');
app.use(
  express.static(root, {
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    },
  }),
);
app.listen(Number(port), '127.0.0.1');
