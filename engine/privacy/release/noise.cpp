#include "engine/privacy/release/noise.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "engine/math/reduce.h"
#include "engine/random/discrete.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

void fill_zeros(Stream&, double, std::span<double> out) {
  std::ranges::fill(out, 0.0);
}

constexpr std::array<Noise, 4> kNoises = {{
    {.mechanism = Mechanism::none,
     .fill = fill_zeros,
     .variance = [](double) { return 0.0; },
     .log_density = [](const Vector&, double) { return 0.0; }},
    {.mechanism = Mechanism::laplace,
     .title = "Laplace",
     .norm = RowNorm::l1,
     .has_state_scale = true,
     .quantity = "laplace-scale",
     .scale_symbol = "b_t",
     .scale_text = "scale b_t of independent Laplace noise (standard deviation sqrt(2) b_t)",
     .fill = fill_laplace,
     .fill_discrete = fill_discrete_laplace,
     .variance = [](double scale) { return 2 * scale * scale; },
     .log_density = [](const Vector& draws,
                       double scale) { return -math::l1_norm(draws) / scale; }},
    {.mechanism = Mechanism::gaussian,
     .title = "Gaussian",
     .is_normal = true,
     .quantity = "standard-deviation",
     .scale_symbol = "sigma_t",
     .scale_text = "standard deviation sigma_t of independent normal noise",
     .fill = fill_normal,
     .fill_discrete = fill_discrete_gaussian,
     .variance = [](double scale) { return scale * scale; },
     .log_density =
         [](const Vector& draws, double scale) {
           return -0.5 * math::squared_norm(draws) / (scale * scale);
         }},
    {.mechanism = Mechanism::exponential,
     .title = "Gumbel",
     .chooses = true,
     .quantity = "gumbel-scale",
     .scale_symbol = "b_t",
     .scale_text = "scale b_t of the exponential mechanism",
     .fill = fill_gumbel,
     .variance =
         [](double scale) { return std::numbers::pi * std::numbers::pi * scale * scale / 6; },
     .log_density = [](const Vector&, double) { return 0.0; }},
}};

}  // namespace

const Noise& noise_of(Mechanism mechanism) {
  return *std::ranges::find(kNoises, mechanism, &Noise::mechanism);
}

}  // namespace noisy
