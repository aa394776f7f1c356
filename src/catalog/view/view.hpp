#pragma once

#include "catalog/view/frame.hpp"

#include <atomic>
#include <catalog_generated.h>
#include <memory>
#include <tuple>

namespace gpuplan::catalog {

/// The root tables of the sections, in the order of SectionKind.
using SectionTables = std::tuple<fb::Strings,
                                 fb::Edition,
                                 fb::Accelerators,
                                 fb::MigProfiles,
                                 fb::Shapes,
                                 fb::Instances,
                                 fb::Providers,
                                 fb::Regions,
                                 fb::Offers,
                                 fb::Findings,
                                 fb::BillingProducts,
                                 fb::BillingRules,
                                 fb::StorageRates,
                                 fb::StoragePerformance,
                                 fb::PlaceGroups,
                                 fb::Currencies,
                                 fb::Compatibility,
                                 fb::LanguageModels,
                                 fb::SampleModels,
                                 fb::Datasets,
                                 fb::Coefficients,
                                 fb::Settings,
                                 fb::Rules>;
static_assert(std::tuple_size_v<SectionTables> == k_section_count);

template <class Table, std::size_t I = 0>
constexpr std::size_t section_index() {
  static_assert(I < k_section_count, "not the root table of a section");
  if constexpr (std::is_same_v<Table, std::tuple_element_t<I, SectionTables>>)
    return I;
  else
    return section_index<Table, I + 1>();
}

/// Whether the bytes may be anything (a file) or are part of the program. A file is checked whole
/// before it is used; of the program's own catalog a section is checked when first read, and damage
/// there is a broken invariant.
enum class Trust : std::uint8_t { file, program };

/// Typed, verified access to the sections of compiled bytes, which it does not own. Safe to read
/// from many threads.
class View {
public:
  /// Nothing and a `fault` ("section offers was altered") where the bytes are not intact.
  static std::unique_ptr<View> open(std::string_view bytes, Trust trust, std::string& fault);

  /// The root table of a section.
  template <class Table>
  [[nodiscard]] const Table& table() const {
    constexpr auto k_index = section_index<Table>();
    admit(k_index);
    return *std::get<const Table*>(tables_);
  }

  /// The root table of a section whose content nobody has read yet: structure verified, checksum
  /// not. Only to find where its columns lie.
  template <class Table>
  [[nodiscard]] const Table& unread() const {
    return *std::get<const Table*>(tables_);
  }

  /// The number of records of a section.
  template <class Table>
  [[nodiscard]] std::size_t count() const {
    return counts_[section_index<Table>()];
  }

  /// A text by its id; empty for an id beyond the table.
  [[nodiscard]] std::string_view text(std::uint32_t id) const {
    if (id >= text_count_)
      return {};
    const std::uint32_t begin = id == 0 ? 0 : text_ends_[id - 1];
    const std::uint32_t end = text_ends_[id];
    if (begin > end || end > text_size_)
      return {};
    return {text_bytes_ + begin, end - begin};
  }

private:
  View() = default;

  void admit(std::size_t section) const {
    if (!admitted_[section].load(std::memory_order_acquire))
      check_when_first_read(section);
  }

  void check_when_first_read(std::size_t section) const;

  template <class Table>
  bool bind(std::string& fault);

  Frame frame_;
  template <class Tuple>
  struct Pointers;

  template <class... Table>
  struct Pointers<std::tuple<Table...>> {
    using Type = std::tuple<const Table*...>;
  };

  Pointers<SectionTables>::Type tables_;
  std::array<std::size_t, k_section_count> counts_{};
  mutable std::array<std::atomic<bool>, k_section_count> admitted_{};
  const char* text_bytes_ = nullptr;
  const std::uint32_t* text_ends_ = nullptr;
  std::size_t text_size_ = 0;
  std::size_t text_count_ = 0;
};

} // namespace gpuplan::catalog
