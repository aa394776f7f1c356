#pragma once

#include "catalog/offer.hpp"

#include <array>
#include <span>

namespace gpuplan::catalog {

/// The words of the catalog files, in the order of the enumerations they stand for.
constexpr std::array<std::string_view, k_number_formats>
    k_number_format_words{"fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp4", "int8", "int4"};
constexpr std::array<std::string_view, 8> k_link_kind_words{"none",
                                                            "nvlink",
                                                            "nvlink-bridge",
                                                            "infinity-fabric",
                                                            "ici",
                                                            "neuronlink",
                                                            "roce",
                                                            "other"};
constexpr std::array<std::string_view, 3> k_host_tier_words{"hyperscaler", "cloud", "community"};
constexpr std::array<std::string_view, 2> k_cpu_architecture_words{"x86_64", "arm64"};
constexpr std::array<std::string_view, 6> k_virtualization_words{"unknown",
                                                                 "bare_metal",
                                                                 "passthrough",
                                                                 "sriov",
                                                                 "vgpu",
                                                                 "container"};
constexpr std::array<std::string_view, k_purchase_options> k_purchase_option_words{"on-demand",
                                                                                   "spot",
                                                                                   "reserved",
                                                                                   "savings-plan",
                                                                                   "committed-use",
                                                                                   "capacity-block",
                                                                                   "flex-start",
                                                                                   "package"};
constexpr std::array<std::string_view, 6> k_payment_words{"",
                                                          "none",
                                                          "partial",
                                                          "all",
                                                          "monthly",
                                                          "unstated"};
constexpr std::array<std::string_view, 4> k_term_words{"", "1y", "3y", "unstated"};
constexpr std::array<std::string_view, 3> k_date_kind_words{"exact", "bound", "unknown"};
constexpr std::array<std::string_view, 4> k_ecc_words{"unknown", "no", "optional", "yes"};

/// The position of a word in its list, without regard to case.
std::optional<std::size_t> index_of(std::string_view word, std::span<const std::string_view> words);

/// A list of texts as one text of lines, which is how the compiled form stores it, and back.
std::string join_lines(std::span<const std::string_view> texts);
std::vector<std::string_view> split_lines(std::string_view lines);

} // namespace gpuplan::catalog
