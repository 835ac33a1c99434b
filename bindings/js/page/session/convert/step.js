// step.js - abut-step.js: STEP by occt-import-js.
import occtimportjs from "occt-import-js";
import { serve, unzipped } from "./worker.js";

serve("step", async () => async (options) => occtimportjs({ ...options, wasmBinary: new Uint8Array(await unzipped(globalThis.abutModule())) }));
