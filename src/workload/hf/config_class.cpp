#include "workload/hf/config_class.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::workload {
namespace {

/// A wrapper's model_type stands for its text model where the nested mapping names none.
std::string model_type(const ConfigKeys& keys) {
  if (auto inner = keys.text({"model_type"}))
    return *inner;
  const auto outer = keys.text_anywhere({"model_type"});
  if (!outer)
    return {};
  return keys.is_nested() ? *outer + "_text" : *outer;
}

/// What an old file without model_type is, by its keys.
std::string guessed_type(const ConfigKeys& keys) {
  if (keys.has("type_vocab_size")) {
    const bool one_type = keys.text({"type_vocab_size"}) == "1";
    return one_type ? "roberta" : "bert";
  }
  if (keys.has("n_embd") && keys.has("n_positions"))
    return "gpt2";
  return {};
}

} // namespace

std::vector<ConfigClass> config_classes() {
  std::vector<ConfigClass> all;
  for (const auto part : {dense_config_classes(),
                          early_config_classes(),
                          expert_config_classes(),
                          hybrid_config_classes(),
                          encoder_config_classes()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

ConfigClass config_class(ConfigKeys& keys) {
  std::string type = model_type(keys);
  if (type.empty()) {
    type = guessed_type(keys);
    keys.note(type.empty() ? std::string("the config names no model_type")
                           : fmt::format("the config names no model_type; read as {}", type));
  }
  const auto all = config_classes();
  const auto found = std::ranges::find(all, type, &ConfigClass::model_type);
  ConfigClass result = found != all.end() ? *found : ConfigClass{.family = "llama"};
  if (found == all.end() && !type.empty())
    keys.note(fmt::format("model_type {} is not known; counted as a decoder with gated MLP, two "
                          "norms and no bias",
                          type));
  if (result.choose != nullptr)
    result.family = result.choose(keys);
  return result;
}

} // namespace gpuplan::workload
