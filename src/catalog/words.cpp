#include "catalog/words.hpp"

#include "core/text.hpp"

#include <algorithm>

namespace gpuplan::catalog {

std::optional<std::size_t> index_of(std::string_view word,
                                    std::span<const std::string_view> words) {
  const auto same = [&](std::string_view other) { return core::lower(other) == core::lower(word); };
  const auto found = std::ranges::find_if(words, same);
  if (found == words.end())
    return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

std::string join_lines(std::span<const std::string_view> texts) {
  std::string lines;
  for (const auto text : texts) {
    if (!lines.empty())
      lines += '\n';
    lines += text;
  }
  return lines;
}

std::vector<std::string_view> split_lines(std::string_view lines) {
  std::vector<std::string_view> texts;
  while (!lines.empty()) {
    const auto end = lines.find('\n');
    texts.push_back(lines.substr(0, end));
    lines = end == std::string_view::npos ? std::string_view{} : lines.substr(end + 1);
  }
  return texts;
}

std::string_view to_string(NumberFormat format) {
  return k_number_format_words[static_cast<std::size_t>(format)];
}

std::optional<NumberFormat> parse_number_format(std::string_view word) {
  const auto index = index_of(word, k_number_format_words);
  return index ? std::optional{static_cast<NumberFormat>(*index)} : std::nullopt;
}

std::string_view to_string(LinkKind kind) {
  return k_link_kind_words[static_cast<std::size_t>(kind)];
}

std::string_view to_string(HostTier tier) {
  return k_host_tier_words[static_cast<std::size_t>(tier)];
}

std::string_view to_string(CpuArchitecture architecture) {
  return k_cpu_architecture_words[static_cast<std::size_t>(architecture)];
}

std::string_view to_string(Virtualization virtualization) {
  return k_virtualization_words[static_cast<std::size_t>(virtualization)];
}

std::string_view to_string(PurchaseOption option) {
  return k_purchase_option_words[static_cast<std::size_t>(option)];
}

std::optional<PurchaseOption> parse_purchase_option(std::string_view word) {
  const auto index = index_of(word, k_purchase_option_words);
  return index ? std::optional{static_cast<PurchaseOption>(*index)} : std::nullopt;
}

std::string_view to_string(Payment payment) {
  return k_payment_words[static_cast<std::size_t>(payment)];
}

std::string_view to_string(Term term) {
  return k_term_words[static_cast<std::size_t>(term)];
}

} // namespace gpuplan::catalog
