#include "catalog/view/view.hpp"

#include "catalog/view/references.hpp"
#include "core/ensure.hpp"

#include <flatbuffers/minireflect.h>

namespace gpuplan::catalog {

namespace {

/// The common length of all columns of a verified table, or nothing where they differ. All columns
/// are required and the table was verified, so each is a vector; its length stands before its
/// elements whatever their type.
std::optional<std::size_t> column_length(const flatbuffers::Table& table, std::size_t columns) {
  std::optional<std::size_t> length;
  for (std::size_t i = 0; i < columns; ++i) {
    const auto field = static_cast<flatbuffers::voffset_t>(4 + 2 * i);
    const auto* column = table.GetPointer<const flatbuffers::Vector<std::uint8_t>*>(field);
    if (column == nullptr || (length && *length != column->size()))
      return std::nullopt;
    length = column->size();
  }
  return length;
}

} // namespace

template <class Table>
bool View::bind(std::string& fault) {
  constexpr auto k_index = section_index<Table>();
  const auto kind = static_cast<SectionKind>(k_index);
  const auto bytes = frame_.sections[k_index].bytes;
  const auto refuse = [&](std::string_view why) {
    fault = "its section " + std::string{to_string(kind)} + " " + std::string{why};
    return false;
  };
  const auto* raw = reinterpret_cast<const std::uint8_t*>(bytes.data());
  flatbuffers::Verifier verifier{raw, bytes.size()};
  if (!verifier.VerifyBuffer<Table>(nullptr))
    return refuse("has a broken structure");
  const auto* table = flatbuffers::GetRoot<Table>(raw);
  std::get<const Table*>(tables_) = table;
  if constexpr (!std::is_same_v<Table, fb::Strings>) {
    const auto length = column_length(*reinterpret_cast<const flatbuffers::Table*>(table),
                                      Table::MiniReflectTypeTable()->num_elems);
    if (!length)
      return refuse("has columns of different lengths");
    counts_[k_index] = *length;
  }
  return true;
}

std::unique_ptr<View> View::open(std::string_view bytes, Trust trust, std::string& fault) {
  auto frame = read_frame(bytes, fault);
  if (!frame)
    return nullptr;
  std::unique_ptr<View> view{new View};
  view->frame_ = *frame;
  if (trust == Trust::file) {
    for (std::size_t i = 0; i < k_section_count; ++i) {
      const auto kind = static_cast<SectionKind>(i);
      if (!frame->intact(kind)) {
        fault = "its section " + std::string{to_string(kind)} + " was altered";
        return nullptr;
      }
      view->admitted_[i].store(true, std::memory_order_release);
    }
  }
  const auto bind_all = [&]<class... Table>(const std::tuple<Table...>*) {
    return (view->bind<Table>(fault) && ...);
  };
  if (!bind_all(static_cast<const SectionTables*>(nullptr)))
    return nullptr;
  const auto& strings = *std::get<const fb::Strings*>(view->tables_);
  view->text_bytes_ = reinterpret_cast<const char*>(strings.bytes()->data());
  view->text_size_ = strings.bytes()->size();
  view->text_ends_ = reinterpret_cast<const std::uint32_t*>(strings.ends()->data());
  view->text_count_ = strings.ends()->size();
  if (trust == Trust::file && !references_hold(*view, fault))
    return nullptr;
  return view;
}

void View::check_when_first_read(std::size_t section) const {
  if (!frame_.intact(static_cast<SectionKind>(section)))
    core::broken_invariant("the built-in catalog is intact", __FILE__, __LINE__);
  admitted_[section].store(true, std::memory_order_release);
}

} // namespace gpuplan::catalog
