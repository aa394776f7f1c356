#include "catalog/catalog.hpp"
#include "catalog/lookup/chip_words.hpp"
#include "catalog/lookup/compare.hpp"
#include "catalog/view/view.hpp"
#include "catalog/words.hpp"
#include "core/text.hpp"

namespace gpuplan::catalog {

namespace {

/// The ids [first, last) of a section sorted by an owner column that belong to one owner.
template <class Column>
std::pair<std::uint32_t, std::uint32_t> owned_range(const Column* owners, std::uint32_t owner) {
  const auto [first, last] = std::equal_range(owners->begin(), owners->end(), owner);
  return {static_cast<std::uint32_t>(first - owners->begin()),
          static_cast<std::uint32_t>(last - owners->begin())};
}

bool has_line(std::string_view lines, std::string_view line) {
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    if (lines.substr(0, end) == line)
      return true;
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return false;
}

/// Whether a name says no more than a chip, or a chip and its memory: `h100`, `a100-40gb`.
bool is_chip_and_memory(const std::vector<std::string>& words) {
  return std::ranges::count_if(
             words, [](const std::string& word) { return !memory_in_name(word).has_value(); }) <= 1;
}

std::vector<std::string_view> texts(const View& view,
                                    const flatbuffers::Vector<std::uint32_t>* ids) {
  std::vector<std::string_view> names;
  names.reserve(ids->size());
  for (const auto id : *ids)
    names.push_back(view.text(id));
  return names;
}

template <class Record, class Names>
const Record* find_by_name(std::span<const Record> records, std::string_view name, Names names_of) {
  for (const auto& record : records) {
    if (same_name(record.id, name))
      return &record;
  }
  for (const auto& record : records) {
    if (names_of(record))
      return &record;
  }
  return nullptr;
}

bool among(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::any_of(names, [&](auto other) { return same_name(other, name); });
}

template <class Record>
std::optional<Record> find_by_key(std::span<const Record> records, std::string_view key) {
  const auto found = std::ranges::lower_bound(records, key, {}, &Record::key);
  if (found == records.end() || found->key != key)
    return std::nullopt;
  return *found;
}

} // namespace

std::optional<ProviderId> Catalog::find_provider(std::string_view name) const {
  const auto& table = view().table<fb::Providers>();
  for (const auto* column : {table.name(), table.display_name()}) {
    for (std::uint32_t i = 0; i < column->size(); ++i) {
      if (same_name(view().text(column->Get(i)), name))
        return ProviderId{i};
    }
  }
  for (std::uint32_t i = 0; i < table.aliases()->size(); ++i) {
    if (among(split_lines(view().text(table.aliases()->Get(i))), name))
      return ProviderId{i};
  }
  return std::nullopt;
}

std::optional<RegionId> Catalog::find_region(ProviderId provider, std::string_view name) const {
  const auto& table = view().table<fb::Regions>();
  const auto [first, last] = owned_range(table.provider(), provider.index);
  std::optional<RegionId> found;
  for (auto i = first; i < last; ++i) {
    const auto each = view().text(table.name()->Get(i));
    if (each == name)
      return RegionId{i};
    if (!found && same_name(each, name))
      found = RegionId{i};
  }
  return found;
}

std::vector<AcceleratorId> Catalog::find_accelerators(std::string_view name) const {
  const auto& table = view().table<fb::Accelerators>();
  for (std::uint32_t i = 0; i < table.name()->size(); ++i) {
    if (same_name(view().text(table.name()->Get(i)), name))
      return {AcceleratorId{i}};
  }
  const auto wanted = name_words(name);
  std::vector<AcceleratorId> with_words;
  std::vector<AcceleratorId> with_alias;
  // `8` is a count: that it stands in a name (`v5p-8`) makes no chip of it.
  if (wanted.empty() || (wanted.size() == 1 && all_digits(wanted.front())))
    return with_words;
  const auto joined = join_words(wanted);
  for (std::uint32_t i = 0; i < table.name()->size(); ++i) {
    const bool alias = has_line(view().text(table.alias_words()->Get(i)), joined);
    if (alias)
      with_alias.push_back({i});
    const auto words = view().text(table.words()->Get(i));
    const auto is_word = [&](const std::string& word) { return has_line(words, word); };
    if (alias || std::ranges::all_of(wanted, is_word))
      with_words.push_back({i});
  }
  // `a100` and `a100-40gb` mean every variant, though some are an alias of one of them alone.
  return is_chip_and_memory(wanted) || with_alias.empty() ? with_words : with_alias;
}

std::vector<InstanceId> Catalog::find_instances(ProviderId provider,
                                                std::string_view type_glob) const {
  const auto& table = view().table<fb::Instances>();
  const auto [first, last] = owned_range(table.provider(), provider.index);
  std::vector<InstanceId> found;
  for (auto i = first; i < last; ++i) {
    if (core::glob_match(type_glob, view().text(table.type()->Get(i))))
      found.push_back({i});
  }
  return found;
}

std::vector<std::string_view> Catalog::accelerator_names() const {
  return texts(view(), view().table<fb::Accelerators>().name());
}

std::vector<std::string_view> Catalog::accelerator_words() const {
  auto names = accelerator_names();
  const auto chips = names.size();
  constexpr std::size_t k_shortest = 3;
  for (std::size_t i = 0; i < chips; ++i) {
    const auto word = names[i].substr(0, names[i].find('-'));
    if (word.size() >= k_shortest)
      names.push_back(word);
  }
  return names;
}

std::vector<std::string_view> Catalog::provider_names() const {
  return texts(view(), view().table<fb::Providers>().name());
}

std::vector<std::string_view> Catalog::model_names() const {
  auto names = texts(view(), view().table<fb::LanguageModels>().id());
  const auto samples = texts(view(), view().table<fb::SampleModels>().id());
  names.insert(names.end(), samples.begin(), samples.end());
  return names;
}

std::vector<std::string_view> Catalog::region_names(ProviderId provider) const {
  const auto& table = view().table<fb::Regions>();
  const auto [first, last] = owned_range(table.provider(), provider.index);
  std::vector<std::string_view> names;
  for (auto i = first; i < last; ++i)
    names.push_back(view().text(table.name()->Get(i)));
  return names;
}

std::vector<std::string_view> Catalog::type_names(ProviderId provider) const {
  const auto& table = view().table<fb::Instances>();
  const auto [first, last] = owned_range(table.provider(), provider.index);
  std::vector<std::string_view> names;
  for (auto i = first; i < last; ++i)
    names.push_back(view().text(table.type()->Get(i)));
  return names;
}

std::optional<Coefficient> Catalog::coefficient(std::string_view key) const {
  return find_by_key(coefficients(), key);
}

std::optional<Setting> Catalog::setting(std::string_view key) const {
  return find_by_key(settings(), key);
}

const LanguageModelRecord* Catalog::find_language_model(std::string_view name) const {
  return find_by_name(language_models(), name, [&](const LanguageModelRecord& model) {
    return same_name(model.hf_name, name) || among(model.hf_aliases, name);
  });
}

const SampleModelRecord* Catalog::find_sample_model(std::string_view name) const {
  return find_by_name(sample_models(), name, [&](const SampleModelRecord& model) {
    return among(model.aliases, name);
  });
}

} // namespace gpuplan::catalog
