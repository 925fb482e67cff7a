// Worker of node: worker.js between node's ports.

import { parentPort } from 'node:worker_threads';
import { serve } from './worker.js';

const take = serve((message) => parentPort.postMessage(message));
parentPort.on('message', take);
