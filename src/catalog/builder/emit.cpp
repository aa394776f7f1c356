#include "catalog/builder/emit.hpp"

#include "catalog/view/frame.hpp"
#include "catalog/words.hpp"

namespace gpuplan::catalog {

namespace {

template <class Columns>
std::string pack(const Columns& columns) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(Columns::TableType::Pack(builder, &columns));
  const auto* bytes = reinterpret_cast<const char*>(builder.GetBufferPointer());
  return {bytes, builder.GetSize()};
}

} // namespace

std::uint32_t TextTable::id(std::string_view text) {
  const auto next = static_cast<std::uint32_t>(strings_.ends.size());
  const auto [place, fresh] = by_text_.try_emplace(std::string{text}, next);
  if (fresh) {
    strings_.bytes.insert(strings_.bytes.end(), text.begin(), text.end());
    strings_.ends.push_back(static_cast<std::uint32_t>(strings_.bytes.size()));
  }
  return place->second;
}

std::uint32_t TextTable::lines(std::span<const std::string_view> texts) {
  return id(join_lines(texts));
}

std::string emit_catalog(const Drafts& drafts, std::span<const Shape> shapes) {
  TextTable texts;
  // The string table stands first in the file and is complete only after the others.
  std::vector<std::string> sections{{},
                                    pack(emit_edition(drafts, texts)),
                                    pack(emit_accelerators(drafts, texts)),
                                    pack(emit_mig_profiles(drafts, texts)),
                                    pack(emit_shapes(drafts, shapes, texts)),
                                    pack(emit_instances(drafts, texts)),
                                    pack(emit_providers(drafts, texts)),
                                    pack(emit_regions(drafts, texts)),
                                    pack(emit_offers(drafts, texts)),
                                    pack(emit_findings(drafts, texts)),
                                    pack(emit_billing_products(drafts, texts)),
                                    pack(emit_billing_rules(drafts, texts)),
                                    pack(emit_storage_rates(drafts, texts)),
                                    pack(emit_storage_performance(drafts, texts)),
                                    pack(emit_place_groups(drafts, texts)),
                                    pack(emit_currencies(drafts, texts)),
                                    pack(emit_compatibility(drafts, texts)),
                                    pack(emit_language_models(drafts, texts)),
                                    pack(emit_sample_models(drafts, texts)),
                                    pack(emit_datasets(drafts, texts)),
                                    pack(emit_coefficients(drafts, texts)),
                                    pack(emit_settings(drafts, texts)),
                                    pack(emit_rules(drafts, texts))};
  sections.front() = pack(texts.take());
  return write_frame(sections);
}

} // namespace gpuplan::catalog
