"""How the networks of letters and of liveness are stored."""

import numpy as np
from onnx import TensorProto, helper, numpy_helper


def halve(model):
    """Stores the weights as 16-bit floats; the graph widens them again, so it computes with 32 bits."""
    kept, casts = [], []
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.size < 64:
            kept.append(weight)
            continue
        kept.append(numpy_helper.from_array(values.astype(np.float16), weight.name + "_16"))
        casts.append(helper.make_node("Cast", [weight.name + "_16"], [weight.name], to=TensorProto.FLOAT))
    nodes = casts + list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
