#include "engine/math/fourier.h"

#include <bit>
#include <cmath>

#include "engine/math/vector_functions.h"

namespace noisy::math {
namespace {

constexpr double kPi = 3.14159265358979323846;

struct Complex {
  double real;
  double imaginary;
};

inline Complex operator*(Complex a, Complex b) {
  return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

struct Quarter {
  double* real;
  double* imaginary;
};

struct Block {
  Block(double* real, double* imaginary, Index quarter) {
    for (int i = 0; i < 4; ++i) part[i] = {real + i * quarter, imaginary + i * quarter};
  }
  Quarter part[4];
};

/// Two stages at once: remainders modulo x^L -+ w and x^L -+ (-i w), where w^2 = half.
inline void split(const Block& block, Index quarter, Complex half, Complex w) {
  const Complex product = half * w;
  double* __restrict ar = block.part[0].real;
  double* __restrict ai = block.part[0].imaginary;
  double* __restrict br = block.part[1].real;
  double* __restrict bi = block.part[1].imaginary;
  double* __restrict cr = block.part[2].real;
  double* __restrict ci = block.part[2].imaginary;
  double* __restrict dr = block.part[3].real;
  double* __restrict di = block.part[3].imaginary;
  for (Index j = 0; j < quarter; ++j) {
    const Complex b = Complex{br[j], bi[j]} * w;
    const Complex c = Complex{cr[j], ci[j]} * half;
    const Complex d = Complex{dr[j], di[j]} * product;
    const Complex sum = {ar[j] + c.real, ai[j] + c.imaginary};
    const Complex difference = {ar[j] - c.real, ai[j] - c.imaginary};
    const Complex odd_sum = {b.real + d.real, b.imaginary + d.imaginary};
    const Complex odd_difference = {b.real - d.real, b.imaginary - d.imaginary};
    ar[j] = sum.real + odd_sum.real;
    ai[j] = sum.imaginary + odd_sum.imaginary;
    br[j] = sum.real - odd_sum.real;
    bi[j] = sum.imaginary - odd_sum.imaginary;
    cr[j] = difference.real + odd_difference.imaginary;
    ci[j] = difference.imaginary - odd_difference.real;
    dr[j] = difference.real - odd_difference.imaginary;
    di[j] = difference.imaginary + odd_difference.real;
  }
}

/// Undoes split() but for a factor 4; half and w are the conjugates of those of split().
inline void join(const Block& block, Index quarter, Complex half, Complex w) {
  const Complex product = half * w;
  double* __restrict ar = block.part[0].real;
  double* __restrict ai = block.part[0].imaginary;
  double* __restrict br = block.part[1].real;
  double* __restrict bi = block.part[1].imaginary;
  double* __restrict cr = block.part[2].real;
  double* __restrict ci = block.part[2].imaginary;
  double* __restrict dr = block.part[3].real;
  double* __restrict di = block.part[3].imaginary;
  for (Index j = 0; j < quarter; ++j) {
    const Complex sum = {ar[j] + br[j], ai[j] + bi[j]};
    const Complex odd_sum = {ar[j] - br[j], ai[j] - bi[j]};
    const Complex difference = {cr[j] + dr[j], ci[j] + di[j]};
    const Complex odd_difference = {di[j] - ci[j], cr[j] - dr[j]};
    ar[j] = sum.real + difference.real;
    ai[j] = sum.imaginary + difference.imaginary;
    const Complex b =
        Complex{odd_sum.real + odd_difference.real, odd_sum.imaginary + odd_difference.imaginary} *
        w;
    const Complex c =
        Complex{sum.real - difference.real, sum.imaginary - difference.imaginary} * half;
    const Complex d =
        Complex{odd_sum.real - odd_difference.real, odd_sum.imaginary - odd_difference.imaginary} *
        product;
    br[j] = b.real;
    bi[j] = b.imaginary;
    cr[j] = c.real;
    ci[j] = c.imaginary;
    dr[j] = d.real;
    di[j] = d.imaginary;
  }
}

/// Sums and differences of the two halves: the stage whose only twiddle is 1.
void halve(double* __restrict low, double* __restrict high, Index half) {
  for (Index j = 0; j < half; ++j) {
    const double difference = low[j] - high[j];
    low[j] += high[j];
    high[j] = difference;
  }
}

bool odd_stages(Index size) {
  return std::countr_zero(static_cast<std::uint64_t>(size)) % 2 == 1;
}

}  // namespace

FourierTransform::FourierTransform(Index size)
    : size_(size),
      cosines_(static_cast<std::size_t>(size / 2)),
      sines_(static_cast<std::size_t>(size / 2)) {
  // Even entries have angles below pi / 2; the next odd one is -i times as much, exactly.
  const auto pairs = static_cast<std::size_t>(size / 4);
  AlignedDoubles angles(pairs);
  AlignedDoubles first(pairs);
  AlignedDoubles second(pairs);
  double* turn = angles.data();  // reversed(2 s) = reversed(s) / 2, in [0, 1/2)
  turn[0] = 0.0;
  for (std::size_t count = 1; count < pairs; count *= 2) {
    const double step = 0.25 / static_cast<double>(count);
    for (std::size_t s = 0; s < count; ++s) turn[count + s] = turn[s] + step;
  }
  for (std::size_t s = 0; s < pairs; ++s)
    angles[s] = kPi * (turn[s] > 0.25 ? 0.5 - turn[s] : turn[s]);
  sin_cos_each(angles, first, second);
  double reversed = 0.0;
  for (std::size_t s = 0; s < pairs; ++s) {
    const bool swapped = reversed > 0.25;
    const double cosine = swapped ? first[s] : second[s];
    const double sine = swapped ? second[s] : first[s];
    cosines_[2 * s] = cosine;
    sines_[2 * s] = -sine;
    cosines_[2 * s + 1] = -sine;
    sines_[2 * s + 1] = -cosine;
    // The next number in bit-reversed order, below 1/2: carry from the highest bit down.
    double bit = 0.25;
    while (reversed >= bit && bit > 0.0) {
      reversed -= bit;
      bit *= 0.5;
    }
    reversed += bit;
  }
}

double FourierTransform::roundoff() const {
  return 8.0 * std::countr_zero(static_cast<std::uint64_t>(size_)) * 0x1p-53;
}

void FourierTransform::forward(std::span<double> real, std::span<double> imaginary) const {
  Index length = size_;
  if (odd_stages(size_)) {
    length /= 2;
    halve(real.data(), real.data() + length, length);
    halve(imaginary.data(), imaginary.data() + length, length);
  }
  for (; length >= 4; length /= 4) {
    const Index quarter = length / 4;
    for (Index s = 0; s < size_ / length; ++s) {
      const auto at = static_cast<std::size_t>(s);
      split(Block(real.data() + s * length, imaginary.data() + s * length, quarter), quarter,
            {cosines_[at], sines_[at]}, {cosines_[2 * at], sines_[2 * at]});
    }
  }
}

void FourierTransform::inverse(std::span<double> real, std::span<double> imaginary) const {
  Index length = 4;
  const Index last = odd_stages(size_) ? size_ / 2 : size_;
  for (; length <= last; length *= 4) {
    const Index quarter = length / 4;
    for (Index s = 0; s < size_ / length; ++s) {
      const auto at = static_cast<std::size_t>(s);
      join(Block(real.data() + s * length, imaginary.data() + s * length, quarter), quarter,
           {cosines_[at], -sines_[at]}, {cosines_[2 * at], -sines_[2 * at]});
    }
  }
  if (last != size_) {
    halve(real.data(), real.data() + last, last);
    halve(imaginary.data(), imaginary.data() + last, last);
  }
  const double scale = 1.0 / static_cast<double>(size_);
  for (double& value : real) value *= scale;
  for (double& value : imaginary) value *= scale;
}

Index FourierTransform::mirrored(Index entry) {
  if (entry == 0) return 0;
  const auto top = static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(entry)));
  return entry ^ (top - 1);
}

}  // namespace noisy::math
