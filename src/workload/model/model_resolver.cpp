#include "workload/model/model_resolver.hpp"

#include "core/text.hpp"
#include "core/unit_text.hpp"
#include "source/fields.hpp"
#include "workload/model/hub_name.hpp"
#include "workload/model/model_files.hpp"
#include "workload/model/record_architecture.hpp"
#include "workload/model/scaled_model.hpp"
#include "workload/model/stated_model.hpp"
#include "workload/read/fault.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::workload {
namespace {

std::string_view setting(const ModelSources& sources, std::string_view key) {
  for (const auto& one : sources.settings) {
    if (one.key == key)
      return one.value;
  }
  return {};
}

/// `stable-diffusion` for the network the defaults say it stands for.
std::string_view alias(const ModelSources& sources, std::string_view word) {
  return setting(sources, "model.alias." + core::lower(word));
}

double recommender_figure(const ModelSources& sources, std::string_view id, std::string_view what) {
  const auto text = setting(sources, fmt::format("recommender.{}.{}", id, what));
  return source::parse_number(text).value_or(0);
}

std::optional<Architecture> from_language(const catalog::LanguageModelRecord& record,
                                          const core::Span& at,
                                          core::DiagnosticSink& sink) {
  auto model = architecture_of(record);
  if (!model) {
    report_fault(
        sink,
        at,
        "WRK031",
        fmt::format("met {} of family {}, for which no rule is known", record.id, record.family));
    return std::nullopt;
  }
  return model;
}

std::optional<Architecture> from_sample(const catalog::SampleModelRecord& record,
                                        const ModelSources& sources,
                                        const core::Span& at,
                                        core::DiagnosticSink& sink) {
  if (!record.transformer.empty()) {
    if (const auto* shape = find_language_model(sources.models, record.transformer))
      return from_language(*shape, at, sink);
  }
  const auto known = architecture_of(record);
  if (!known) {
    report_fault(sink,
                 at,
                 "WRK031",
                 fmt::format("met {}: {}", record.id, known.why_unknown()),
                 "state its cost: model: {flops_per_sample: 950B, params: 31M, network: unet-3d}");
    return std::nullopt;
  }
  Architecture model = *known;
  if (model.network == NetworkClass::recommender) {
    model.sample.embedding_bytes = recommender_figure(sources, record.id, "embedding_bytes");
    const double tables = recommender_figure(sources, record.id, "embedding_parameters");
    if (tables > model.sample.embedding_parameters) {
      model.sample.embedding_parameters = tables;
      model.params.total += static_cast<std::int64_t>(tables);
    }
    if (model.sample.embedding_bytes <= 0)
      model.notes.emplace_back("what a sample reads from its tables is not known");
  }
  return model;
}

/// By catalog id, hub name or alias.
std::optional<Architecture> from_catalog(std::string_view word,
                                         const ModelSources& sources,
                                         const core::Span& at,
                                         core::DiagnosticSink& sink,
                                         bool& found) {
  const auto* language = find_language_model(sources.models, word);
  const auto* sample = language == nullptr ? find_sample_model(sources.models, word) : nullptr;
  found = language != nullptr || sample != nullptr;
  if (language != nullptr)
    return from_language(*language, at, sink);
  if (sample != nullptr)
    return from_sample(*sample, sources, at, sink);
  return std::nullopt;
}

bool looks_like_path(std::string_view word) {
  return word.starts_with('/') || word.starts_with("./") || word.starts_with("../") ||
         word.starts_with('~') || word.ends_with(".json") || word.ends_with(".gguf") ||
         word.ends_with(".safetensors");
}

std::string full_path(std::string_view word, const ModelSources& sources) {
  if (sources.base_folder.empty() || word.starts_with('/') || word.starts_with('~'))
    return std::string(word);
  return sources.base_folder + "/" + std::string(word);
}

constexpr double k_least_size = 1e6;
constexpr double k_most_size = 1e14;

/// `8B`, `1.5B`, `350M`, of whatever size.
std::optional<double> size_of(std::string_view word) {
  if (word.empty() || word.front() < '0' || word.front() > '9' ||
      std::string_view("MBTmbt").find(word.back()) == std::string_view::npos)
    return std::nullopt;
  std::string text(word);
  text.back() = static_cast<char>(text.back() >= 'a' ? text.back() - 'a' + 'A' : text.back());
  const auto read = core::parse_quantity(text, core::Dimension::count);
  const auto* size = std::get_if<double>(&read);
  return size != nullptr ? std::optional{*size} : std::nullopt;
}

/// A name that tuning and packing suffixes set apart from a model of the catalog.
std::optional<Architecture> from_derivative(std::string_view word, const ModelSources& sources) {
  const auto name = strip_hub_name(word);
  if (name.stripped.empty() && !is_hub_id(word))
    return std::nullopt;
  const auto* record = find_language_model(sources.models, name.base);
  if (record == nullptr)
    return std::nullopt;
  auto model = architecture_of(*record);
  if (!model)
    return std::nullopt;
  const std::string suffixes =
      name.stripped.empty() ? std::string{} : fmt::format(" ({})", fmt::join(name.stripped, ""));
  model->notes.insert(
      model->notes.begin(),
      fmt::format("{}: same shape as {}, as a known derivative{}", word, record->id, suffixes));
  if (!name.format.empty()) {
    model->native_format = name.format;
    model->notes.insert(model->notes.begin() + 1,
                        fmt::format("weights taken as {}, by its name", name.format));
  }
  model->name = word;
  return model;
}

void report_unknown(std::string_view word,
                    const ModelSources& sources,
                    const core::Span& at,
                    core::DiagnosticSink& sink) {
  std::vector<std::string> notes;
  if (is_hub_id(word))
    notes.push_back(fmt::format("with its config.json it can be planned: curl -L "
                                "https://huggingface.co/{}/resolve/main/config.json "
                                "-o config.json, then --model config.json",
                                word));
  if (const auto low = core::lower(word); low == "cpu" || low == "cpu-only") {
    report_fault(sink,
                 at,
                 "WRK030",
                 fmt::format("met {}, expected a model", word),
                 "machines without an accelerator are asked for beside the model: --gpu cpu");
    return;
  }
  const auto near = near_model_names(sources.models, word);
  report_fault(sink,
               at,
               "WRK030",
               fmt::format("met the unknown model {}", word),
               near.empty() ? "a model is a catalog id, a hub id, a path, or a size such as 8B"
                            : fmt::format("did you mean {}?", fmt::join(near, ", ")),
               std::move(notes));
}

std::optional<Architecture> resolve_word(std::string_view word,
                                         const ModelSources& sources,
                                         const core::Span& at,
                                         core::DiagnosticSink& sink) {
  bool found = false;
  auto model = from_catalog(word, sources, at, sink, found);
  if (found)
    return model;
  if (const auto meant = alias(sources, word); !meant.empty()) {
    model = from_catalog(meant, sources, at, sink, found);
    if (model)
      model->notes.insert(model->notes.begin(), fmt::format("{} is taken as {}", word, meant));
    if (found)
      return model;
  }
  const std::string path = full_path(word, sources);
  if (looks_like_path(word) || sources.files.is_file(path) || sources.files.is_folder(path))
    return read_model_path(path, sources, at, sink);
  if (const auto size = size_of(word)) {
    if (*size < k_least_size || *size > k_most_size) {
      report_fault(sink,
                   at,
                   "WRK030",
                   fmt::format("met the model size {}, expected 1M to 100T parameters", word),
                   "a size is a number with M, B or T: 350M, 8B");
      return std::nullopt;
    }
    model = scaled_model(*size, sources.models);
    if (!model)
      report_fault(sink, at, "WRK031", "met a size alone, but no Llama to scale from is known");
    return model;
  }
  if (auto derived = from_derivative(word, sources))
    return derived;
  const auto snapshot = cached_snapshot(word, sources.hub_cache, sources.files, sink);
  if (!snapshot.empty()) {
    model = read_model_path(snapshot, sources, at, sink);
    if (model) {
      model->name = word;
      model->notes.insert(model->notes.begin(), "its config.json is that of the local hub cache");
    }
    return model;
  }
  report_unknown(word, sources, at, sink);
  return std::nullopt;
}

} // namespace

std::optional<Architecture> resolve_model(const ModelStatement& statement,
                                          const ModelSources& sources,
                                          core::DiagnosticSink& sink) {
  if (statement.mapping != nullptr && statement.document != nullptr)
    return read_stated_model(*statement.document, *statement.mapping, sources, sink);
  const auto word = core::trim(statement.word);
  if (word.empty()) {
    report_fault(sink,
                 statement.at,
                 "WRK030",
                 "met no model",
                 "name one: a catalog id, a hub id, a path, or a size such as 8B");
    return std::nullopt;
  }
  return resolve_word(word, sources, statement.at, sink);
}

} // namespace gpuplan::workload
