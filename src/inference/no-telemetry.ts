/**
 * From 1.29 on ONNX Runtime sends usage events to its makers, and keeps them with an identifier of the device in the
 * user's cache directory, unless this is set before its library starts (microsoft/onnxruntime pull request 27379). The
 * library reads the environment of the process, of which a thread has only a copy: import this where threads are started.
 */
process.env.ORT_DISABLE_TELEMETRY = '1';
