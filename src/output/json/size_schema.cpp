#include "output/json/schema_bodies.hpp"
#include "output/json/schema_parts.hpp"

namespace gpuplan::output::schema {

/// The size document has keys that depend on the kind of job, so it is left open.
Json size_schema() {
  Json schema = envelope(
      {{"model", text()},
       {"family", text()},
       {"network", text()},
       {"params_total", integer()},
       {"params_active", integer()},
       {"params_embedding", integer()},
       {"params_experts", integer()},
       {"params_other_towers", integer()},
       {"left_out", list_of(text())},
       {"notes", list_of(text())},
       {"native_format", text()},
       {"kind", text()},
       {"state_gib", or_null("number")},
       {"activations_gib", or_null("number")},
       {"results", list_of({{"type", "object"}, {"required", {"accelerator", "gpus_total"}}})},
       {"less_memory",
        list_of(
            object_of({{"name", text()}, {"change", text()}, {"memory_needed_gib", number()}}))}});
  schema["additionalProperties"] = true;
  return schema;
}

} // namespace gpuplan::output::schema
