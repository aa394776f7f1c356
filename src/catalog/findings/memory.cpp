#include "catalog/findings/findings.hpp"
#include "catalog/lookup/chip_words.hpp"
#include "source/fields.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gpuplan::catalog {

namespace {

class MemoryCheck {
public:
  MemoryCheck(Drafts& drafts, double tolerance) : drafts_(drafts), tolerance_(tolerance) {}

  void check(InstanceDraft& row) {
    if (!row.record.accelerator)
      return;
    check_name(row);
    check_total(row);
  }

private:
  [[nodiscard]] bool alike(double a, double b) const { return std::abs(a / b - 1) <= tolerance_; }

  [[nodiscard]] const Accelerator& chip_of(const InstanceDraft& row) const {
    return drafts_.accelerators[row.record.accelerator->index].record;
  }

  void add(InstanceDraft& row, Finding kind, const std::string& message) {
    row.record.findings |= static_cast<std::uint32_t>(kind);
    row.findings.push_back({.kind = kind,
                            .message = drafts_.texts.keep(message),
                            .file = row.origin.file,
                            .line = row.origin.line});
  }

  /// The size in the type's name: of one device, of all, or the host's by another rule of the
  /// provider's. Only a size that another chip of the same kind has says something about the chip.
  void check_name(InstanceDraft& row) {
    const auto& chip = chip_of(row);
    const auto named = memory_in_name(row.record.type);
    if (!named || !chip.memory.known())
      return;
    const double size = core::to_gib(*chip.memory);
    const double devices = row.record.devices.value();
    if (alike(*named, size) || alike(*named, size * devices) || is_host_memory(row, *named))
      return;
    for (const double wanted : {*named, *named / devices}) {
      if (const auto* sibling = variant(chip, wanted)) {
        add(row,
            Finding::memory_corrected,
            fmt::format("the name says {:g} GB and the row {}: read as {}",
                        *named,
                        chip.name,
                        sibling->name));
        row.record.accelerator = sibling->id;
        return;
      }
    }
    add(row,
        Finding::memory_mismatch,
        fmt::format("the name says {:g} GB, {} has {:g} GiB", *named, chip.name, size));
  }

  [[nodiscard]] bool is_host_memory(const InstanceDraft& row, double named) const {
    return row.record.host_memory.known() && alike(named, core::to_gib(*row.record.host_memory));
  }

  /// The one chip whose id has the same words but for the memory size, and the wanted size.
  [[nodiscard]] const Accelerator* variant(const Accelerator& chip, double wanted) const {
    const auto words = words_without_memory(chip.name);
    const Accelerator* found = nullptr;
    for (const auto& row : drafts_.accelerators) {
      const auto& other = row.record;
      if (other.id == chip.id || !other.memory.known() ||
          !alike(wanted, core::to_gib(*other.memory)) || words_without_memory(other.name) != words)
        continue;
      if (found != nullptr)
        return nullptr;
      found = &other;
    }
    return found;
  }

  static std::vector<std::string> words_without_memory(std::string_view name) {
    auto words = name_words(name);
    std::erase_if(words, [](const std::string& word) { return memory_in_name(word).has_value(); });
    return words;
  }

  /// The stated memory of all devices against devices × the chip's nominal size.
  void check_total(InstanceDraft& row) {
    const auto& chip = chip_of(row);
    if (!row.record.gpu_memory_stated.known() || !chip.memory.known())
      return;
    const double size = core::to_gib(*chip.memory);
    const double devices = row.record.devices.value();
    const double stated = core::to_gib(*row.record.gpu_memory_stated);
    const double right = size * devices;
    if (alike(stated, right))
      return;
    if (devices > 1 && alike(stated, right * devices)) {
      add(row,
          Finding::memory_corrected,
          fmt::format(
              "gpu_memory_total_gib of {:g} is {:g} times {:g} x {:g} GiB: the node's total "
              "was taken for one device's, read as {:g}",
              stated,
              devices,
              devices,
              size,
              right));
    } else if (devices > 1 && alike(stated, size)) {
      add(row,
          Finding::memory_corrected,
          fmt::format("gpu_memory_total_gib of {:g} is one device's, not {:g} x {:g} GiB: read as "
                      "{:g}",
                      stated,
                      devices,
                      size,
                      right));
    } else {
      add(row,
          Finding::memory_mismatch,
          fmt::format("gpu_memory_total_gib of {:g} is not {:g} x {:g} GiB of {}",
                      stated,
                      devices,
                      size,
                      chip.name));
    }
  }

  Drafts& drafts_;
  double tolerance_;
};

} // namespace

std::optional<double> threshold(const Drafts& drafts, std::string_view key) {
  for (const auto& row : drafts.settings) {
    if (row.record.key == key)
      return source::parse_number(row.record.value);
  }
  return std::nullopt;
}

void find_memory_faults(Drafts& drafts) {
  const auto tolerance = threshold(drafts, "catalog.memory_tolerance");
  if (!tolerance)
    return;
  MemoryCheck check{drafts, *tolerance};
  for (auto& row : drafts.instances) {
    if (row.origin.text != nullptr)
      check.check(row);
  }
}

void mark_offers_of_marked_sizes(Drafts& drafts) {
  for (auto& row : drafts.offers)
    row.record.findings |= drafts.instances[row.record.instance.index].record.findings;
}

} // namespace gpuplan::catalog
