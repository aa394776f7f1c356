#include "workload/model/model_files.hpp"

#include "core/text.hpp"
#include "workload/model/gguf_model.hpp"
#include "workload/model/hf_config.hpp"
#include "workload/model/safetensors_index.hpp"
#include "workload/model/scaled_model.hpp"
#include "workload/read/fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpuplan::workload {
namespace {

using source::Document;

std::optional<Document>
read_json(const std::string& path, source::FileReader& files, core::DiagnosticSink& sink) {
  const auto text = files.read(path, source::k_json_limits.most_bytes, sink);
  return text == nullptr ? std::nullopt : source::read_json(text, source::k_json_limits, sink);
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

/// The last part of a path, for the model's name.
std::string last_part(std::string path) {
  while (path.size() > 1 && path.back() == '/')
    path.pop_back();
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

/// What a model read from a file is called: its folder, which the hub names after the model; a
/// file in the working folder goes by its own name.
std::string name_of(const std::string& path) {
  const auto folder = folder_of(path);
  return folder == "." ? path : last_part(folder);
}

constexpr auto k_index_names = std::to_array<std::string_view>(
    {"model.safetensors.index.json", "pytorch_model.bin.index.json"});

/// GPTQ and AWQ checkpoints may say so in a file of their own instead of their config.
void read_packing(const std::string& folder,
                  source::FileReader& files,
                  Architecture& architecture,
                  core::DiagnosticSink& sink) {
  struct Packing {
    std::string_view file;
    std::string_view format;
  };

  static constexpr auto k_packings = std::to_array<Packing>(
      {{"quantize_config.json", "gptq_int4"}, {"quant_config.json", "awq_int4"}});
  for (const auto& packing : k_packings) {
    const std::string path = folder + "/" + std::string(packing.file);
    const auto document = files.is_file(path) ? read_json(path, files, sink) : std::nullopt;
    if (!document)
      continue;
    const auto* bits = document->root.find("bits");
    if (bits == nullptr)
      bits = document->root.find("w_bit");
    if (bits != nullptr && (bits->text == "4" || bits->text == "8"))
      architecture.native_format = bits->text == "8" ? "int8" : packing.format;
  }
}

/// A config with what stands beside it: the optimizer's file and an index.
std::optional<Architecture> read_config(const std::string& path,
                                        const std::string& index_path,
                                        const ModelSources& sources,
                                        core::DiagnosticSink& sink) {
  auto& files = sources.files;
  const auto config = read_json(path, files, sink);
  if (!config)
    return std::nullopt;
  const std::string folder = folder_of(path);
  const std::string optimizer_path = folder + "/hf_quant_config.json";
  std::optional<Document> optimizer;
  if (files.is_file(optimizer_path))
    optimizer = read_json(optimizer_path, files, sink);
  const bool is_config = last_part(path) == "config.json";
  auto architecture = read_hf_config(*config,
                                     optimizer ? &*optimizer : nullptr,
                                     is_config ? name_of(path) : last_part(path),
                                     sink);
  if (architecture && architecture->native_format.empty())
    read_packing(folder, files, *architecture, sink);
  if (!architecture || index_path.empty())
    return architecture;
  const auto index_document = read_json(index_path, files, sink);
  const auto index = index_document ? read_safetensors_index(*index_document, sink) : std::nullopt;
  if (!index)
    return std::nullopt;
  compare_with_index(*index, *architecture);
  return architecture;
}

/// An index alone gives a size; its config beside it gives the dimensions.
std::optional<Architecture> read_index(const std::string& path,
                                       const ModelSources& sources,
                                       const core::Span& at,
                                       core::DiagnosticSink& sink) {
  const std::string config = folder_of(path) + "/config.json";
  if (sources.files.is_file(config))
    return read_config(config, path, sources, sink);
  const auto document = read_json(path, sources.files, sink);
  const auto index = document ? read_safetensors_index(*document, sink) : std::nullopt;
  if (!index)
    return std::nullopt;
  constexpr double k_bytes = 2;
  auto architecture = scaled_model(index->total_bytes / k_bytes, sources.models);
  if (!architecture) {
    report_fault(sink, at, "WRK031", fmt::format("met {} without a config.json beside it", path));
    return std::nullopt;
  }
  architecture->name = name_of(path);
  architecture->notes.emplace_back("the index states bytes alone: taken as 16-bit weights");
  if (index->layers > 0)
    architecture->notes.push_back(fmt::format(
        "the index names {} layers; its config.json would give the dimensions", index->layers));
  return architecture;
}

/// The header of a GGUF file, from as little of it as holds the header.
std::optional<GgufHeader>
read_gguf_head(const std::string& path, source::FileReader& files, core::DiagnosticSink& sink) {
  constexpr std::size_t k_first = std::size_t{4} << 20U;
  constexpr std::size_t k_most = std::size_t{128} << 20U;
  for (std::size_t size = k_first;; size *= 4) {
    const auto head = files.read_head(path, std::min(size, k_most), sink);
    if (head == nullptr)
      return std::nullopt;
    auto read = read_gguf_header(head->bytes(), path, sink);
    if (read.end == GgufEnd::complete)
      return std::move(read.header);
    if (read.end == GgufEnd::faulty)
      return std::nullopt;
    if (head->bytes().size() < size || size >= k_most) {
      const bool ended = head->bytes().size() < std::min(size, k_most);
      report_gguf_fault(path,
                        read.offset,
                        ended ? "met the end of the file inside its header"
                              : "met a header of more than 128 MiB",
                        sink);
      return std::nullopt;
    }
  }
}

/// `name-00001-of-00003.gguf` with another number; empty where the name has no such form.
std::string sibling_part(const std::string& path, std::int64_t part, std::int64_t parts) {
  const std::string first = fmt::format("-{:05}-of-{:05}.gguf", 1, parts);
  if (!path.ends_with(first))
    return {};
  return path.substr(0, path.size() - first.size()) +
         fmt::format("-{:05}-of-{:05}.gguf", part, parts);
}

std::optional<Architecture>
read_gguf(const std::string& path, source::FileReader& files, core::DiagnosticSink& sink) {
  auto header = read_gguf_head(path, files, sink);
  if (!header)
    return std::nullopt;
  constexpr std::int64_t k_most_parts = 1000;
  const auto parts = std::min(header->whole("split.count").value_or(1), k_most_parts);
  std::int64_t found = 1;
  for (std::int64_t part = 2; part <= parts; ++part) {
    const auto sibling = sibling_part(path, part, parts);
    if (sibling.empty() || !files.is_file(sibling))
      break;
    auto more = read_gguf_head(sibling, files, sink);
    if (!more)
      return std::nullopt;
    ++found;
    for (auto& tensor : more->tensors)
      header->tensors.push_back(std::move(tensor));
  }
  if (parts > 1 && found == parts)
    header->values.erase("split.count");
  return architecture_of(*header, path, sink);
}

std::optional<Architecture> read_folder(const std::string& folder,
                                        const ModelSources& sources,
                                        const core::Span& at,
                                        core::DiagnosticSink& sink) {
  auto& files = sources.files;
  if (files.is_file(folder + "/config.json")) {
    std::string index;
    for (const auto name : k_index_names) {
      const std::string path = folder + "/" + std::string(name);
      if (index.empty() && files.is_file(path))
        index = path;
    }
    return read_config(folder + "/config.json", index, sources, sink);
  }
  std::vector<std::string> ggufs;
  for (const auto& name : files.list(folder)) {
    const bool later_part =
        name.find("-of-") != std::string::npos && name.find("-00001-of-") == std::string::npos;
    if (name.ends_with(".gguf") && !later_part)
      ggufs.push_back(name);
  }
  if (ggufs.size() == 1)
    return read_gguf(folder + "/" + ggufs.front(), files, sink);
  report_fault(sink,
               at,
               "WRK031",
               fmt::format("met the folder {} without config.json{}",
                           folder,
                           ggufs.empty() ? "" : " and with several GGUF files"),
               ggufs.empty() ? "name a folder with a model's config.json, or a file"
                             : fmt::format("name one of them, such as {}", ggufs.front()));
  return std::nullopt;
}

std::string trimmed(std::string_view text) {
  return std::string(core::trim(text));
}

} // namespace

std::optional<Architecture> read_model_path(const std::string& path,
                                            const ModelSources& sources,
                                            const core::Span& at,
                                            core::DiagnosticSink& sink) {
  if (sources.files.is_folder(path))
    return read_folder(path, sources, at, sink);
  if (path.ends_with(".gguf"))
    return read_gguf(path, sources.files, sink);
  if (path.ends_with(".index.json"))
    return read_index(path, sources, at, sink);
  if (path.ends_with(".safetensors") || path.ends_with(".bin")) {
    report_fault(sink,
                 at,
                 "WRK031",
                 fmt::format("met the weights {}, expected the model's config.json", path),
                 fmt::format("name {}/config.json", folder_of(path)));
    return std::nullopt;
  }
  return read_config(path, {}, sources, sink);
}

std::string cached_snapshot(std::string_view hub_id,
                            const std::string& hub_cache,
                            source::FileReader& files,
                            core::DiagnosticSink& sink) {
  const auto slash = hub_id.find('/');
  if (hub_cache.empty() || slash == std::string_view::npos)
    return {};
  const std::string entry =
      fmt::format("models--{}--{}", hub_id.substr(0, slash), hub_id.substr(slash + 1));
  for (const auto* const inner : {"/hub/", "/"}) {
    const std::string folder = fmt::format("{}{}{}", hub_cache, inner, entry);
    const std::string snapshots = folder + "/snapshots";
    if (!files.is_folder(snapshots))
      continue;
    const std::string main = folder + "/refs/main";
    constexpr std::size_t k_longest_ref = 200;
    if (files.is_file(main)) {
      const auto ref = files.read(main, k_longest_ref, sink);
      std::string snapshot =
          ref == nullptr ? std::string{} : snapshots + "/" + trimmed(ref->bytes());
      if (!snapshot.empty() && files.is_file(snapshot + "/config.json"))
        return snapshot;
    }
    for (const auto& name : files.list(snapshots)) {
      std::string snapshot = fmt::format("{}/{}", snapshots, name);
      if (files.is_file(snapshot + "/config.json"))
        return snapshot;
    }
  }
  return {};
}

} // namespace gpuplan::workload
