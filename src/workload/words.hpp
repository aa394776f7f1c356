#pragma once

#include <array>
#include <string_view>

namespace gpuplan::workload {

/// The words of the enumerations of this module, in their order: what files and flags say.
constexpr std::array<std::string_view, 11> k_network_words{"decoder",
                                                           "encoder",
                                                           "encoder-decoder",
                                                           "cnn",
                                                           "vision-transformer",
                                                           "detection",
                                                           "segmentation-2d",
                                                           "unet-3d",
                                                           "diffusion",
                                                           "speech",
                                                           "recommender"};
constexpr std::array<std::string_view, 3> k_job_kind_words{"train", "serve", "batch-inference"};
constexpr std::array<std::string_view, 3> k_method_words{"full", "lora", "qlora"};
constexpr std::array<std::string_view, 14> k_stack_words{"megatron",
                                                         "megatron-deepspeed",
                                                         "fsdp",
                                                         "finetune-recipe",
                                                         "framework-amp",
                                                         "xla",
                                                         "neuron",
                                                         "mlperf",
                                                         "other",
                                                         "vllm",
                                                         "sglang",
                                                         "tensorrt-llm",
                                                         "llama-cpp",
                                                         "transformers"};
constexpr std::array<std::string_view, 7> k_optimizer_words{"adamw",
                                                            "adamw-8bit",
                                                            "adamw-bf16",
                                                            "sgd-momentum",
                                                            "sgd",
                                                            "adafactor",
                                                            "lion"};
constexpr std::array<std::string_view, 3> k_recompute_words{"none", "selective", "full"};
constexpr std::array<std::string_view, 12> k_weight_format_words{"fp32",
                                                                 "fp16",
                                                                 "bf16",
                                                                 "fp8",
                                                                 "int8",
                                                                 "nf4",
                                                                 "awq_int4",
                                                                 "gptq_int4",
                                                                 "q4_k_m",
                                                                 "q8_0",
                                                                 "mxfp4",
                                                                 "nvfp4"};
constexpr std::array<std::string_view, 4> k_sharding_words{"none",
                                                           "optimizer",
                                                           "gradients",
                                                           "full"};

/// Typical lengths of prompts and replies; their figures are `serve.profiles.*` of the defaults.
constexpr std::array<std::string_view, 4> k_profile_words{"chat", "rag", "summarize", "code"};

} // namespace gpuplan::workload
