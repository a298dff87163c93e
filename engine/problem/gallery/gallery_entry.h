#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/loss/record_loss.h"
#include "engine/problem/parameter.h"

namespace noisy {

/// The name of a parameter as a template argument.
template <std::size_t kSize>
struct ParameterName {
  // NOLINTNEXTLINE(google-explicit-constructor): a literal is to be one.
  consteval ParameterName(const char (&given)[kSize]) { std::copy_n(given, kSize, text.begin()); }
  constexpr std::string_view view() const { return {text.data(), kSize - 1}; }

  std::array<char, kSize> text{};
};

/// A problem of the gallery, built of the parameters of these names, in this order.
template <typename Problem, ParameterName... kNames>
std::shared_ptr<const RecordLoss> make_problem(const ParameterSet& given) {
  return std::make_shared<Problem>(*given.number(kNames.view())...);
}

/// The `data` block of a generator with this number of columns.
inline std::string made_records(std::string_view generator, int features) {
  return R"({"kind":"synthetic","name":")" + std::string(generator) +
         R"(","samples":100000,"features":)" + std::to_string(features) + "}";
}

/// A parameter above 0.
inline ParameterSpec positive_spec(std::string name, std::string title, double usual,
                                   std::string description, double most = 1e6) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = most,
          .exclusive_minimum = true,
          .default_value = usual,
          .description = std::move(description)};
}

}  // namespace noisy
