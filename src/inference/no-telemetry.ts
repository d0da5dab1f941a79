/**
 * From 1.29 on, ONNX Runtime sends usage events to its makers unless this is set before its library starts
 * (microsoft/onnxruntime pull request 27379). It also keeps them in the user's cache directory, with an identifier of
 * the device. The library reads the environment of the process, and a thread has only a copy of it. So import this file
 * where threads are started.
 */
process.env.ORT_DISABLE_TELEMETRY = '1';
