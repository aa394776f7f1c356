#include "sizing/memory.hpp"

namespace gpuplan::sizing {

std::string_view to_string(MemoryPart part) {
  switch (part) {
  case MemoryPart::weights: return "weights";
  case MemoryPart::gradients: return "gradients";
  case MemoryPart::optimizer: return "optimizer";
  case MemoryPart::adapters: return "adapters";
  case MemoryPart::gathered_layers: return "gathered layers";
  case MemoryPart::activations: return "activations";
  case MemoryPart::logits: return "logits and loss";
  case MemoryPart::kv_cache: return "KV cache";
  case MemoryPart::workspace: return "workspace";
  case MemoryPart::reserve: return "reserve";
  }
  return "";
}

std::string_view to_string(Fit fit) {
  switch (fit) {
  case Fit::fits: return "fits";
  case Fit::tight: return "tight";
  case Fit::may_fit: return "over, may fit";
  case Fit::does_not_fit: return "does not fit";
  case Fit::unknown: return "unknown";
  }
  return "";
}

std::string_view to_string(Reading reading) {
  switch (reading) {
  case Reading::weights_and_kv: return "weights and KV";
  case Reading::allocated: return "allocated";
  case Reading::reserved: return "reserved";
  case Reading::device: return "device";
  }
  return "";
}

core::Bytes MemoryEstimate::reading(Reading what) const {
  switch (what) {
  case Reading::weights_and_kv: return part(MemoryPart::weights) + part(MemoryPart::kv_cache);
  case Reading::allocated: return allocated;
  case Reading::reserved: return reserved;
  case Reading::device: return device;
  }
  return device;
}

} // namespace gpuplan::sizing
